/** What `kubectl stoa --help` prints. */
export const USAGE = `Shows applications of Stoa as trees, explains what is not ready, opens and closes ports.

Usage:
  kubectl stoa status [APP] [-n NAMESPACE | -A] [--watch] [--rest PLACE] [--region NAME] [-o json]
  kubectl stoa why rule/NAME | install/NAME | app/NAME [-n NAMESPACE] [-o json]
  kubectl stoa open COMPONENT PORT [-n NAMESPACE] [--app APP]
  kubectl stoa close COMPONENT PORT [-n NAMESPACE] [--app APP]

Options:
  -n, --namespace NAME    where to look; the namespace of the context where nothing is said
  -A, --all-namespaces    look everywhere
  -w, --watch             draw again every two seconds, until Ctrl-C
      --rest PLACE        URL of Stoa's REST API, which has the live figures, or its NAMESPACE/SERVICE
                          (or STOA_REST); stoa-system/stoa-rest where nothing is said
      --region NAME       name of this cluster there (or STOA_REGION); local where nothing is said
      --app APP           the component's application, where several have such a component
  -o, --output json       for programs
      --plain             ASCII without colours, as in a pipe or with NO_COLOR
      --context NAME      context of the kubeconfig
      --kubeconfig FILE   instead of KUBECONFIG or ~/.kube/config

Exit codes: 0 done, and for why: it is ready; 1 why: it is not ready; 2 the command could not be
carried out; 130 interrupted.
`;
