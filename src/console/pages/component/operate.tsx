import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { type ReactElement, useState } from 'react';
import { applicationPath } from '../../api/paths.ts';
import { useApplicationPlace } from '../../api/place.ts';
import type { Write } from '../../api/send.ts';
import type { ApplicationPlace } from '../../api/topology.ts';
import type { Component } from '../../api/types.ts';
import { ConfirmWrite } from '../../parts/confirmwrite.tsx';
import { type Operation, operationOf } from './operation.ts';

const WORDS: Readonly<Record<Operation, string>> = { start: 'Start', stop: 'Stop' };

/** Button that starts or stops a component, after a look at what that will do. */
export function Operate({ component }: { readonly component: Component }): ReactElement {
  const place = useApplicationPlace();
  // What was asked stays the question, whatever becomes of the component meanwhile.
  const [asked, setAsked] = useState<Operation>();
  const action = operationOf(component);
  const close = () => setAsked(undefined);
  return (
    <>
      <Button
        variant="outlined"
        color={action === 'stop' ? 'error' : 'primary'}
        onClick={() => setAsked(action)}
      >
        {WORDS[action]} …
      </Button>
      {asked !== undefined && (
        <ConfirmWrite
          title={`${WORDS[asked]} ${component.name}?`}
          action={WORDS[asked]}
          color={asked === 'stop' ? 'error' : 'primary'}
          write={operation(place, component, asked)}
          onClose={close}
          onDone={close}
        >
          {asked === 'stop' && (
            <Alert severity="warning" sx={{ mb: 2 }}>
              Its pods end, and whoever asks for it gets errors until it is started again.
            </Alert>
          )}
        </ConfirmWrite>
      )}
    </>
  );
}

function operation(place: ApplicationPlace, { service_id }: Component, action: Operation): Write {
  return {
    method: 'POST',
    path: `${applicationPath(place)}/operations`,
    body: { action, service_ids: [service_id] },
  };
}
