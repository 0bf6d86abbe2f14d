// Generated from docs/openapi.json (28d81d7846eab5be) by `npm run generate:client`.
export interface paths {
    readonly "/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/domains": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                readonly app_id: number | string;
            };
            readonly cookie?: never;
        };
        /** List the rules of an application */
        readonly get: operations["listRules"];
        readonly put?: never;
        /** Create a gateway policy: an http or a tcp rule */
        readonly post: operations["createRule"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/domains/{rule_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                readonly app_id: number | string;
                /** @description Rule: http_rule_id or tcp_rule_id of its record. */
                readonly rule_id: string;
            };
            readonly cookie?: never;
        };
        /** Read one rule */
        readonly get: operations["readRule"];
        /** Edit one rule: what the body leaves out stays as it is */
        readonly put: operations["editRule"];
        readonly post?: never;
        /** Delete one rule */
        readonly delete: operations["deleteRule"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/httpdomains": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                readonly app_id: number | string;
            };
            readonly cookie?: never;
        };
        /** List the http rules of an application */
        readonly get: operations["listHttpRules"];
        readonly put?: never;
        /** Create an http rule */
        readonly post: operations["createHttpRule"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/httpdomains/{rule_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                readonly app_id: number | string;
                /** @description Rule: http_rule_id or tcp_rule_id of its record. */
                readonly rule_id: string;
            };
            readonly cookie?: never;
        };
        /** Read one http rule */
        readonly get: operations["readHttpRule"];
        /** Edit one http rule: what the body leaves out stays as it is */
        readonly put: operations["editHttpRule"];
        readonly post?: never;
        /** Delete one http rule */
        readonly delete: operations["deleteHttpRule"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/openapi/v1/httpdomains": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** List the http rules of all teams */
        readonly get: operations["listAllHttpRules"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/install": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                readonly app_id: number | string;
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Install an application model from a store */
        readonly post: operations["installModel"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/installs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                readonly app_id: number | string;
            };
            readonly cookie?: never;
        };
        /** List what was installed into an application */
        readonly get: operations["listInstalls"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/installs/{install_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                readonly app_id: number | string;
                /** @description Install: install_id of its record, or its name. */
                readonly install_id: string;
            };
            readonly cookie?: never;
        };
        /** Read how one install fares */
        readonly get: operations["readInstall"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/installs/{install_id}/rollback": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                readonly app_id: number | string;
                /** @description Install: install_id of its record, or its name. */
                readonly install_id: string;
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Go back to a version of an install that was in place */
        readonly post: operations["rollbackInstall"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/upgrade": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                readonly app_id: number | string;
            };
            readonly cookie?: never;
        };
        /** List the installs of an application with the newer versions in their stores */
        readonly get: operations["listUpgrades"];
        readonly put?: never;
        /** Upgrade installs of an application to other versions */
        readonly post: operations["upgradeInstalls"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/monitor/query": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                readonly app_id: number | string;
            };
            readonly cookie?: never;
        };
        /** Real-time monitoring of the components of an application */
        readonly get: operations["queryMonitor"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/monitor/query_range": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                readonly app_id: number | string;
            };
            readonly cookie?: never;
        };
        /** Monitoring of the components of an application over a time */
        readonly get: operations["queryMonitorRange"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/openapi/v1/teams": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** List the teams whose Applications the token may list */
        readonly get: operations["listTeams"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/openapi/v1/teams/{team_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
            };
            readonly cookie?: never;
        };
        /** Read one team */
        readonly get: operations["readTeam"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/openapi/v1/teams/{team_id}/regions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
            };
            readonly cookie?: never;
        };
        /** List the region of a team: the one that is asked */
        readonly get: operations["listTeamRegions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/openapi/v1/regions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** List the regions that the API serves */
        readonly get: operations["listRegions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/openapi/v1/currentuser": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Read who the owner of the token is */
        readonly get: operations["readCurrentUser"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/openapi/v1/teams/{team_id}/regions/{region_name}/apps": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
            };
            readonly cookie?: never;
        };
        /** List the applications of a team */
        readonly get: operations["listApplications"];
        readonly put?: never;
        /** Create an application */
        readonly post: operations["createApplication"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                readonly app_id: number | string;
            };
            readonly cookie?: never;
        };
        /** Read one application, with its components in numbers */
        readonly get: operations["readApplication"];
        readonly put?: never;
        readonly post?: never;
        /** Delete an application, with its rules and installs */
        readonly delete: operations["deleteApplication"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/services": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                readonly app_id: number | string;
            };
            readonly cookie?: never;
        };
        /** List the components of an application */
        readonly get: operations["listServices"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/services/{service_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                readonly app_id: number | string;
                /** @description Component: service_id or service_alias of its record. */
                readonly service_id: string;
            };
            readonly cookie?: never;
        };
        /** Read one component, with the addresses of its rules */
        readonly get: operations["readService"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/services/{service_id}/events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                readonly app_id: number | string;
                /** @description Component: service_id or service_alias of its record. */
                readonly service_id: string;
            };
            readonly cookie?: never;
        };
        /** List the Events on a component and on its pods */
        readonly get: operations["listServiceEvents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/operations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                readonly app_id: number | string;
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Start or stop components of an application */
        readonly post: operations["operateComponents"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/openapi/v1/teams/{team_id}/certificates": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
            };
            readonly cookie?: never;
        };
        /** List the certificates of a team */
        readonly get: operations["listCertificates"];
        readonly put?: never;
        /** Upload a certificate with its private key */
        readonly post: operations["createCertificate"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/openapi/v1/teams/{team_id}/certificates/{certificate_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Certificate: id of its record. */
                readonly certificate_id: string;
            };
            readonly cookie?: never;
        };
        /** Read one certificate, without its private key */
        readonly get: operations["readCertificate"];
        /** Replace a certificate and its private key; its number stays */
        readonly put: operations["replaceCertificate"];
        readonly post?: never;
        /** Delete a certificate that no rule has */
        readonly delete: operations["deleteCertificate"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly PostGatewayRule: {
            /**
             * @description Which of the two halves the body has.
             * @enum {string}
             */
            readonly protocol: "http" | "tcp";
            readonly http?: components["schemas"]["Http"];
            readonly tcp?: components["schemas"]["Tcp"];
        };
        readonly Http: {
            /** @description Component that gets the requests: the value of its label stoa.dev/component-id. */
            readonly service_id: string;
            /** @description Port of the component. */
            readonly container_port: number;
            /** @description TLS certificate: value of the label stoa.dev/certificate-id of a Secret of the team; 0: none. */
            readonly certificate_id?: number;
            /** @description Host name that the rule answers for; the first label may be *. */
            readonly domain_name: string;
            /** @description Cookies that a request must all carry, as name=value;name=value. */
            readonly domain_cookie?: string;
            /** @description Headers that a request must all carry, as name=value;name=value. */
            readonly domain_header?: string;
            /** @description Share of the requests among rules with the same host, path and conditions; 100 where left out. */
            readonly the_weight?: number;
            /** @description Path prefix that the rule answers for, by whole segments; / where left out. */
            readonly domain_path?: string;
            /** @description Settings beside the fields, each key once. */
            readonly rule_extensions?: readonly (components["schemas"]["PostTCPGatewayRuleExtensions"] | string)[];
            /** @description Opens the port of the component to the outside by this rule. */
            readonly whether_open?: boolean;
            /** @description Obtains a certificate for the host and upgrades the rule to HTTPS. */
            readonly auto_ssl?: boolean;
            /** @description How the certificate is obtained, for example clusterissuer/letsencrypt; empty: not said. */
            readonly auto_ssl_config?: string;
            /** @description Settings of the proxy: a whole set, of which what is left out has its default. */
            readonly configuration?: components["schemas"]["Configuration"];
        };
        readonly Tcp: {
            /** @description Port of the component. */
            readonly container_port: number;
            /** @description Component that gets the connections: the value of its label stoa.dev/component-id. */
            readonly service_id: string;
            /** @description Where the gateway listens, as ip:port or [ip]:port; 0.0.0.0 is every address. */
            readonly end_point: string;
            /** @description Settings beside the fields, each key once. */
            readonly rule_extensions?: readonly (components["schemas"]["PostTCPGatewayRuleExtensions"] | string)[];
            /** @description Port that the platform proposed. */
            readonly default_port: number;
            /** @description Address that the platform proposed. */
            readonly default_ip: string;
        };
        readonly PostTCPGatewayRuleExtensions: {
            /** @description Name of the extension, for example httptohttps or lb-type. */
            readonly key: string;
            /** @description Its value. */
            readonly value: string;
        };
        readonly Configuration: {
            /**
             * @description Largest request body in MiB; 0 is unlimited.
             * @default 0
             */
            readonly proxy_body_size: number;
            /**
             * @description Number of response buffers.
             * @default 4
             */
            readonly proxy_buffer_numbers: number;
            /**
             * @description Size of one response buffer in KiB.
             * @default 4
             */
            readonly proxy_buffer_size: number;
            /**
             * @description Whether answers are buffered.
             * @default off
             * @enum {string}
             */
            readonly proxy_buffering: "on" | "off";
            /**
             * @description Time to connect to the component, in seconds.
             * @default 75
             */
            readonly proxy_connect_timeout: number;
            /**
             * @description Longest pause between two reads of an answer, in seconds.
             * @default 60
             */
            readonly proxy_read_timeout: number;
            /**
             * @description Longest pause between two writes of a request, in seconds.
             * @default 60
             */
            readonly proxy_send_timeout: number;
            /** @description Request headers that the component receives; an empty value removes one. */
            readonly set_headers?: readonly (components["schemas"]["HTTPHeader"] | {
                /** @description Header name. */
                readonly item_key: string;
                /** @description Header value; empty removes the header. */
                readonly item_value: string;
            })[];
        };
        readonly HTTPHeader: {
            /** @description Header name. */
            readonly key: string;
            /** @description Header value; empty removes the header. */
            readonly value: string;
        };
        readonly EditedRule: {
            /**
             * @description Which of the two halves the body has.
             * @enum {string}
             */
            readonly protocol?: "http" | "tcp";
            readonly http?: components["schemas"]["EditedHttp"];
            readonly tcp?: components["schemas"]["EditedTcp"];
        };
        readonly EditedHttp: {
            /** @description Component that gets the requests: the value of its label stoa.dev/component-id. */
            readonly service_id?: string;
            /** @description Port of the component. */
            readonly container_port?: number;
            /** @description TLS certificate: value of the label stoa.dev/certificate-id of a Secret of the team; 0: none. */
            readonly certificate_id?: number;
            /** @description Host name that the rule answers for; the first label may be *. */
            readonly domain_name?: string;
            /** @description Cookies that a request must all carry, as name=value;name=value. */
            readonly domain_cookie?: string;
            /** @description Headers that a request must all carry, as name=value;name=value. */
            readonly domain_header?: string;
            /** @description Share of the requests among rules with the same host, path and conditions; 100 where left out. */
            readonly the_weight?: number;
            /** @description Path prefix that the rule answers for, by whole segments; / where left out. */
            readonly domain_path?: string;
            /** @description Settings beside the fields, each key once. */
            readonly rule_extensions?: readonly (components["schemas"]["PostTCPGatewayRuleExtensions"] | string)[];
            /** @description Opens the port of the component to the outside by this rule. */
            readonly whether_open?: boolean;
            /** @description Obtains a certificate for the host and upgrades the rule to HTTPS. */
            readonly auto_ssl?: boolean;
            /** @description How the certificate is obtained, for example clusterissuer/letsencrypt; empty: not said. */
            readonly auto_ssl_config?: string;
            /** @description Settings of the proxy: a whole set, of which what is left out has its default. */
            readonly configuration?: components["schemas"]["Configuration"];
        };
        readonly EditedTcp: {
            /** @description Port of the component. */
            readonly container_port?: number;
            /** @description Component that gets the connections: the value of its label stoa.dev/component-id. */
            readonly service_id?: string;
            /** @description Where the gateway listens, as ip:port or [ip]:port; 0.0.0.0 is every address. */
            readonly end_point?: string;
            /** @description Settings beside the fields, each key once. */
            readonly rule_extensions?: readonly (components["schemas"]["PostTCPGatewayRuleExtensions"] | string)[];
            /** @description Port that the platform proposed. */
            readonly default_port?: number;
            /** @description Address that the platform proposed. */
            readonly default_ip?: string;
        };
        readonly Install: {
            /** @description Address of the store; the operator must be configured to allow it. */
            readonly market_url: string;
            /** @description Tenant of the store that offers the application. */
            readonly market_domain: string;
            readonly market_type?: string | null;
            readonly market_access_key?: string | null;
            /** @description The application model in the store. */
            readonly app_model_id: string;
            /** @description Version of the model, exactly as the store spells it; another one upgrades in place. */
            readonly app_model_version: string;
            readonly overrides?: readonly {
                /** @description Component: its key or its name in status.components, or its k8s_component_name. */
                readonly component: string;
                /** @description Number of pods; only of components that the model lets have several. */
                readonly replicas?: number;
                /** @description CPU and memory of each pod. */
                readonly resources?: {
                    /** @description What the scheduler keeps free for each pod. */
                    readonly requests?: {
                        /** @description CPU, such as 500m or 2; 0 for none. */
                        readonly cpu?: string;
                        /** @description Memory, such as 512Mi or 2Gi; 0 for none. */
                        readonly memory?: string;
                    };
                    /** @description The most that each pod gets; the request, too, if that is left out. */
                    readonly limits?: {
                        /** @description CPU, such as 500m or 2; 0 for none. */
                        readonly cpu?: string;
                        /** @description Memory, such as 512Mi or 2Gi; 0 for none. */
                        readonly memory?: string;
                    };
                };
                /** @description Envs, in addition to those of the model; each has either value or secret_key_ref. */
                readonly envs?: readonly {
                    /** @description Name of the env. */
                    readonly name: string;
                    /** @description Value in place of that of the model; it may refer to other envs in the same way. */
                    readonly value?: string;
                    /** @description Where the value is, if it is a secret. */
                    readonly secret_key_ref?: {
                        /** @description Secret in this namespace; spec.grants.secrets must list it. */
                        readonly name: string;
                        /** @description Key in the Secret. */
                        readonly key: string;
                    };
                }[];
                /** @description Image in place of that of the model, in every version. */
                readonly image?: string;
                /** @description Tag of the image of the model, in every version. */
                readonly image_tag?: string;
                /** @description Volumes; size and class count when a volume is made, and stay. */
                readonly volumes?: readonly {
                    /** @description Name of the volume in the model. */
                    readonly name: string;
                    /** @description Size, such as 20Gi. */
                    readonly size?: string;
                    /** @description StorageClass. */
                    readonly storage_class?: string;
                }[];
                /** @description Labels of the nodes on which the pods may run. */
                readonly node_selector?: {
                    readonly [key: string]: string;
                };
            }[] | null;
        };
        readonly Rollback: {
            readonly version?: string | null;
        };
        readonly NewCertificate: {
            /** @description Name of the certificate that people see, of which the team has one. */
            readonly alias: string;
            /** @description The certificate and its chain, in PEM. */
            readonly certificate: string;
            /** @description The private key of the certificate, in PEM without a passphrase. */
            readonly private_key: string;
            /** @description Ignored: each certificate is one of a server. */
            readonly certificate_type?: string | null;
        };
        readonly NewApplication: {
            /** @description Name of the application that people see, of which the team has one. */
            readonly app_name: string;
            /** @description Note on the application. */
            readonly app_note?: string | null;
            /** @description Name of the Application in the cluster; a generated one where it is left out or empty. */
            readonly k8s_app?: string | null;
        };
        readonly ComponentOperation: {
            /**
             * @description start and deploy: the components run. stop: they have no pods. upgrade: nothing is left to do.
             * @enum {string}
             */
            readonly action: "start" | "stop" | "upgrade" | "deploy";
            readonly service_ids?: readonly string[] | null;
        };
        readonly Upgrade: {
            /** @description The models, each with its new version. */
            readonly update_versions: readonly {
                readonly market_name?: string | null;
                /** @description The application model in the store. */
                readonly app_model_id: string;
                /** @description Version of the model, exactly as the store spells it; another one upgrades in place. */
                readonly app_model_version: string;
            }[];
        };
        readonly TeamPage: {
            /** @description The teams of the page, the oldest first. */
            readonly tenants: readonly {
                /** @description The team in paths: value of the label stoa.dev/team of its namespace. */
                readonly tenant_id: string;
                /** @description The same as tenant_id. */
                readonly tenant_name: string;
                /** @description The same as tenant_id. */
                readonly tenant_alias: string;
                /** @description Always stoa. */
                readonly enterprise_id: string;
                /** @description Always true. */
                readonly is_active: boolean;
                /** @description Time at which its namespace was created. */
                readonly create_time: string;
                /** @description Always empty. */
                readonly creater: string;
                /** @description A number of the team, which stays the same. */
                readonly ID: number;
                /** @description Always empty: the roles of the cluster decide. */
                readonly role_infos: readonly {
                    readonly role_id: number;
                    readonly role_name: string;
                }[];
            }[];
            /** @description Number of teams on all pages. */
            readonly total: number;
            /** @description Number of the page, from 1. */
            readonly page: number;
            /** @description Most entries of a page. */
            readonly page_size: number;
        };
        readonly Team: {
            /** @description The team in paths: value of the label stoa.dev/team of its namespace. */
            readonly tenant_id: string;
            /** @description The same as tenant_id. */
            readonly tenant_name: string;
            /** @description The same as tenant_id. */
            readonly tenant_alias: string;
            /** @description Always stoa. */
            readonly enterprise_id: string;
            /** @description Always true. */
            readonly is_active: boolean;
            /** @description Time at which its namespace was created. */
            readonly create_time: string;
            /** @description Always empty. */
            readonly creater: string;
        };
        readonly TeamRegionPage: {
            /** @description The regions of the page. */
            readonly regions: readonly {
                /** @description The same as region_name. */
                readonly region_id: string;
                /** @description The region in paths. */
                readonly region_name: string;
                /** @description The same as region_name. */
                readonly region_alias: string;
                /** @description Always empty. */
                readonly url: string;
                /** @description Always 1: the region is in use. */
                readonly status: string;
                /** @description Always empty. */
                readonly desc: string;
                /** @description Always private. */
                readonly scope: string;
                /** @description The team. */
                readonly tenant_name: string;
                /** @description Always empty. */
                readonly wsurl: string;
                /** @description Domain below which installs get their hosts; empty where there is none. */
                readonly httpdomain: string;
                /** @description Address at which clients reach TCP rules; empty where nothing is configured. */
                readonly tcpdomain: string;
                /** @description Always empty. */
                readonly token: string;
            }[];
            /** @description Number of regions on all pages. */
            readonly total: number;
        };
        readonly Region: {
            /** @description The same as region_name. */
            readonly region_id: string;
            /** @description The region in paths. */
            readonly region_name: string;
            /** @description The same as region_name. */
            readonly region_alias: string;
            /** @description Always empty. */
            readonly url: string;
            /** @description Always 1: the region is in use. */
            readonly status: string;
            /** @description Always empty. */
            readonly desc: string;
            /** @description Always private. */
            readonly scope: string;
        };
        readonly CurrentUser: {
            readonly bean: {
                /** @description A number of the user, which stays the same. */
                readonly user_id: number;
                /** @description Name of the user in the cluster. */
                readonly nick_name: string;
                /** @description The same as nick_name. */
                readonly real_name: string | null;
                /** @description Always empty. */
                readonly email: string;
                /** @description Always null. */
                readonly phone: string | null;
                /** @description Always true. */
                readonly is_active: boolean;
                /** @description Always empty. */
                readonly origion: string;
                /** @description Always stoa. */
                readonly enterprise_id: string;
            };
        };
        readonly ListedApplication: {
            /** @description Team of the application. */
            readonly tenant_id: string;
            /** @description Name of the application that people see. */
            readonly group_name: string;
            /** @description Region of the application. */
            readonly region_name: string;
            /** @description Always false. */
            readonly is_default: boolean;
            /** @description Always 0. */
            readonly order_index: number;
            /** @description Note on the application. */
            readonly note: string;
            /** @description Always empty. */
            readonly username: string;
            /** @description Always KUBERNETES_NATIVE_SERVICE. */
            readonly governance_mode: string;
            /** @description Time at which the application was created. */
            readonly create_time: string;
            /** @description The same as create_time. */
            readonly update_time: string;
            /** @description Always rainbond. */
            readonly app_type: string;
            /** @description Always empty. */
            readonly app_store_name: string;
            /** @description Always empty. */
            readonly app_store_url: string;
            /** @description Always empty. */
            readonly app_template_name: string;
            /** @description Always null. */
            readonly version: string | null;
            /** @description Always empty. */
            readonly logo: string;
            /** @description Name of the Application in the cluster. */
            readonly k8s_app: string;
            /** @description The application in paths. */
            readonly ID: number;
        };
        readonly Application: {
            /** @description Team of the application. */
            readonly tenant_id: string;
            /** @description Name of the application that people see. */
            readonly group_name: string;
            /** @description Region of the application. */
            readonly region_name: string;
            /** @description Always false. */
            readonly is_default: boolean;
            /** @description Always 0. */
            readonly order_index: number;
            /** @description Note on the application. */
            readonly note: string;
            /** @description Always empty. */
            readonly username: string;
            /** @description Always KUBERNETES_NATIVE_SERVICE. */
            readonly governance_mode: string;
            /** @description Time at which the application was created. */
            readonly create_time: string;
            /** @description The same as create_time. */
            readonly update_time: string;
            /** @description Always rainbond. */
            readonly app_type: string;
            /** @description Always empty. */
            readonly app_store_name: string;
            /** @description Always empty. */
            readonly app_store_url: string;
            /** @description Always empty. */
            readonly app_template_name: string;
            /** @description Always null. */
            readonly version: string | null;
            /** @description Always empty. */
            readonly logo: string;
            /** @description Name of the Application in the cluster. */
            readonly k8s_app: string;
            /** @description The application in paths. */
            readonly app_id: number;
            /** @description Always stoa. */
            readonly enterprise_id: string;
            /** @description Team of the application. */
            readonly team_name: string;
            /** @description Number of its components. */
            readonly service_count: number;
            /** @description Number of those that run. */
            readonly running_service_count: number;
            /** @description MiB of memory that the components that run may use. */
            readonly used_momory: number;
            /** @description Thousandths of a core that the components that run may use. */
            readonly used_cpu: number;
            /**
             * @description Whether all components run, or some, or none.
             * @enum {string}
             */
            readonly status: "running" | "part_running" | "closed";
        };
        readonly EventPage: {
            /** @description The Events of the page, the newest first. */
            readonly events: readonly {
                /** @description The Event: its uid without dashes. */
                readonly event_id: string;
                /** @description Always service. */
                readonly target: string;
                /** @description The component. */
                readonly target_id: string;
                /** @description Team of the component. */
                readonly tenant_id: string;
                /** @description What reported the Event, for example kubelet. */
                readonly user_name: string;
                /** @description Reason of the Event, for example ScalingReplicaSet. */
                readonly opt_type: string;
                /**
                 * @description failure for a Warning.
                 * @enum {string}
                 */
                readonly status: "success" | "failure";
                /** @description Always complete. */
                readonly final_status: string;
                /** @description What happened. */
                readonly message: string;
                /** @description The same as opt_type. */
                readonly reason: string;
                /** @description First time at which it happened. */
                readonly create_time: string;
                /** @description The same as create_time. */
                readonly start_time: string;
                /** @description Last time at which it happened. */
                readonly end_time: string;
            }[];
            /** @description Number of Events on all pages. */
            readonly total: number;
            /** @description Number of the page, from 1. */
            readonly page: number;
            /** @description Most entries of a page. */
            readonly page_size: number;
        };
        readonly CertificatePage: {
            /** @description The certificates of the page, the oldest first. */
            readonly list: readonly {
                /** @description The number that a rule has as certificate_id. */
                readonly id: number;
                /** @description Name of the certificate that people see. */
                readonly alias: string;
                /** @description Always 服务端证书: a certificate of a server. */
                readonly certificate_type: string;
                /** @description Whether its end is over, or it cannot be read. */
                readonly has_expired: boolean;
                /** @description Names of hosts that it is for. */
                readonly issued_to: readonly string[];
                /** @description Common name of its issuer, or its organization. */
                readonly issued_by: string;
                /** @description End of its validity in UTC, as 2026-01-02T03:04:05; empty if it cannot be read. */
                readonly end_data: string;
            }[];
            /** @description Number of certificates on all pages. */
            readonly total: number;
            /** @description Number of the page, from 1. */
            readonly page: number;
            /** @description Most entries of a page. */
            readonly page_size: number;
        };
        readonly Certificate: {
            /** @description The number that a rule has as certificate_id. */
            readonly id: number;
            /** @description Name of the certificate that people see. */
            readonly alias: string;
            /** @description Always 服务端证书: a certificate of a server. */
            readonly certificate_type: string;
            /** @description The certificate and its chain in PEM; in answers to writes, in base64. */
            readonly certificate: string;
        };
        readonly GatewayRule: {
            readonly http: readonly components["schemas"]["HttpRecord"][];
            readonly tcp: readonly components["schemas"]["TcpRecord"][];
        };
        readonly GatewayRulesOf: {
            readonly http?: readonly components["schemas"]["HttpRecord"][];
            readonly tcp?: readonly components["schemas"]["TcpRecord"][];
        };
        readonly HttpRecord: {
            /** @description A number of the rule, which stays the same. */
            readonly ID: number;
            /** @description Region of the rule. */
            readonly region_id: string;
            /** @description Team of the rule. */
            readonly tenant_id: string;
            /** @description Component that the rule leads to. */
            readonly service_id: string;
            /** @description Alias of the component. */
            readonly service_name: string;
            /** @description Name of the component that people see. */
            readonly service_alias: string;
            /** @description Port of the component. */
            readonly container_port: number;
            /** @description Whether the port is open to the outside. */
            readonly is_outer_service: boolean;
            /** @description Settings beside the fields, each as key:value. */
            readonly rule_extensions: readonly string[];
            /** @description The rule in paths: the uid of its GatewayRule without dashes. */
            readonly http_rule_id: string;
            /** @description Host name that the rule answers for. */
            readonly domain_name: string;
            /**
             * @description https where the rule has a certificate.
             * @enum {string}
             */
            readonly protocol: "http" | "https";
            /** @description Number of the certificate; 0 is none. */
            readonly certificate_id: number;
            /** @description Always www: the host is of the user. */
            readonly domain_type: string;
            /** @description Whether a path, a cookie or a header is asked for. */
            readonly is_senior: boolean;
            /** @description Path prefix that the rule answers for. */
            readonly domain_path: string;
            /** @description Cookies that a request must carry, as name=value;name=value. */
            readonly domain_cookie: string;
            /** @description Headers that a request must carry, as name=value;name=value. */
            readonly domain_heander: string;
            /** @description Always 1: the host is of the user. */
            readonly type: number;
            /** @description Share among rules with the same host, path and conditions. */
            readonly the_weight: number;
            /** @description Whether the rule waits for a certificate from outside. */
            readonly auto_ssl: boolean;
            /** @description How the certificate is obtained; empty where nothing is said. */
            readonly auto_ssl_config: string;
            /** @description Always false: the component gets the path as it was asked for. */
            readonly path_rewrite: boolean;
            /** @description Always [], as text. */
            readonly rewrites: string;
        };
        readonly TcpRecord: {
            /** @description A number of the rule, which stays the same. */
            readonly ID: number;
            /** @description Region of the rule. */
            readonly region_id: string;
            /** @description Team of the rule. */
            readonly tenant_id: string;
            /** @description Component that the rule leads to. */
            readonly service_id: string;
            /** @description Alias of the component. */
            readonly service_name: string;
            /** @description Name of the component that people see. */
            readonly service_alias: string;
            /** @description Port of the component. */
            readonly container_port: number;
            /** @description Whether the port is open to the outside. */
            readonly is_outer_service: boolean;
            /** @description The rule in paths: the uid of its GatewayRule without dashes. */
            readonly tcp_rule_id: string;
            /** @description Where the gateway listens, as ip:port or [ip]:port; a name or address of the configuration in place of 0.0.0.0. */
            readonly end_point: string;
            /** @description Protocol of the port of the component, tcp or udp. */
            readonly protocol: string;
            /** @description 0 where the rule has the port that the platform proposed, else 1. */
            readonly type: number;
            /** @description Settings beside the fields, as key:value,key:value. */
            readonly rule_extensions: string;
        };
        readonly PlacedHttpRecord: {
            /** @description A number of the rule, which stays the same. */
            readonly ID: number;
            /** @description Region of the rule. */
            readonly region_id: string;
            /** @description Team of the rule. */
            readonly tenant_id: string;
            /** @description Component that the rule leads to. */
            readonly service_id: string;
            /** @description Alias of the component. */
            readonly service_name: string;
            /** @description Name of the component that people see. */
            readonly service_alias: string;
            /** @description Port of the component. */
            readonly container_port: number;
            /** @description Whether the port is open to the outside. */
            readonly is_outer_service: boolean;
            /** @description Settings beside the fields, as key:value,key:value. */
            readonly rule_extensions: string;
            /** @description The rule in paths: the uid of its GatewayRule without dashes. */
            readonly http_rule_id: string;
            /** @description Host name that the rule answers for. */
            readonly domain_name: string;
            /**
             * @description https where the rule has a certificate.
             * @enum {string}
             */
            readonly protocol: "http" | "https";
            /** @description Number of the certificate; 0 is none. */
            readonly certificate_id: number;
            /** @description Always www: the host is of the user. */
            readonly domain_type: string;
            /** @description Whether a path, a cookie or a header is asked for. */
            readonly is_senior: boolean;
            /** @description Path prefix that the rule answers for. */
            readonly domain_path: string;
            /** @description Cookies that a request must carry, as name=value;name=value. */
            readonly domain_cookie: string;
            /** @description Headers that a request must carry, as name=value;name=value. */
            readonly domain_heander: string;
            /** @description Always 1: the host is of the user. */
            readonly type: number;
            /** @description Share among rules with the same host, path and conditions. */
            readonly the_weight: number;
            /** @description Whether the rule waits for a certificate from outside. */
            readonly auto_ssl: boolean;
            /** @description How the certificate is obtained; empty where nothing is said. */
            readonly auto_ssl_config: string;
            /** @description Always false: the component gets the path as it was asked for. */
            readonly path_rewrite: boolean;
            /** @description Always [], as text. */
            readonly rewrites: string;
            /** @description Region of the rule. */
            readonly region_name: string;
            /** @description Team of the rule. */
            readonly team_name: string;
            /** @description Application of the rule. */
            readonly app_id: number;
        };
        readonly ComponentMonitorSerializers: {
            /** @description The items with values, in the order of the configuration; with exact, all of them. */
            readonly monitors: readonly components["schemas"]["ComponentMonitorItemsSerializers"][];
            /** @description The component. */
            readonly service_id: string;
            /** @description Name of the component that people see. */
            readonly service_cname: string;
            /** @description Alias of the component. */
            readonly service_alias: string;
        };
        readonly ComponentMonitorItemsSerializers: {
            readonly data: components["schemas"]["Data"];
            /** @description What is told; docs/monitoring.md has the units. */
            readonly monitor_item: string;
            /** @description success, or why the values are missing or not all there. */
            readonly status: string;
        };
        readonly Data: {
            /**
             * @description vector for now, matrix over a time.
             * @enum {string}
             */
            readonly resultType: "vector" | "matrix";
            /** @description The series; empty where there is nothing to tell. */
            readonly result: readonly components["schemas"]["MonitorDataSerializers"][];
        };
        readonly MonitorDataSerializers: {
            /** @description Unix seconds and the sample; of a range, the last one. */
            readonly value: readonly string[];
            /** @description All samples of a range, each as Unix seconds and the sample. */
            readonly values?: readonly (readonly string[])[];
        };
        readonly MarketInstall: {
            /** @description Always empty. */
            readonly enterprise_id: string;
            /** @description Team of the application. */
            readonly team_id: string;
            /** @description Free text about the application. */
            readonly note: string;
            /** @description The application. */
            readonly ID: number;
            /** @description Region of the application. */
            readonly region_name: string;
            /** @description All components of the application. */
            readonly service_list: readonly components["schemas"]["ComponentRecord"][];
        };
        readonly ComponentRecord: {
            /** @description State of the component; docs/applications.md explains each. */
            readonly status: string;
            /** @description Addresses by its rules; empty in lists. */
            readonly access_infos: readonly string[];
            /** @description The component. */
            readonly service_id: string;
            /** @description Team of the component. */
            readonly tenant_id: string;
            /** @description Key of the component in its model; empty where it has none. */
            readonly service_key: string;
            /** @description Alias of the component. */
            readonly service_alias: string;
            /** @description Name of the component that people see. */
            readonly service_cname: string;
            /** @description Region of the component. */
            readonly service_region: string;
            /** @description Where the component comes from; empty where nobody knows. */
            readonly desc: string;
            /** @description Always app_publish. */
            readonly category: string;
            /** @description Version of the component in its model, or the tag of its image. */
            readonly version: string;
            /** @description Always 1. */
            readonly update_version: number;
            /** @description Image of the main container. */
            readonly image: string;
            /** @description Command of the main container; empty where it is that of the image. */
            readonly cmd: string;
            /** @description Replicas when it runs. */
            readonly min_node: number;
            /** @description Thousandths of a core for each replica; 0 is unlimited. */
            readonly min_cpu: number;
            /** @description Always 0. */
            readonly container_gpu: number;
            /** @description MiB of memory for each replica; 0 is unlimited. */
            readonly min_memory: number;
            /** @description How it may be scaled, for example stateless_multiple. */
            readonly extend_method: string;
            /** @description Always empty. */
            readonly code_from: string;
            /** @description Always null. */
            readonly git_url: string | null;
            /** @description Always 0. */
            readonly git_project_id: number;
            /** @description Always null. */
            readonly code_version: string | null;
            /** @description Always application. */
            readonly service_type: string;
            /** @description Always 0. */
            readonly creater: number;
            /** @description Always empty. */
            readonly language: string;
            /** @description MiB of memory of all replicas. */
            readonly total_memory: number;
            /** @description Always false. */
            readonly is_service: boolean;
            /** @description Always assistant. */
            readonly service_origin: string;
            /** @description A number of the install that it belongs to; 0 is none. */
            readonly tenant_service_group_id: number;
            /** @description Always false. */
            readonly open_webhooks: boolean;
            /** @description market where it was installed from a store, else docker_image. */
            readonly service_source: string;
            /** @description Always complete. */
            readonly create_status: string;
            /** @description Always empty. */
            readonly check_uuid: string;
            /** @description Always empty. */
            readonly check_event_id: string;
            /** @description Always null. */
            readonly docker_cmd: string | null;
            /** @description Always git. */
            readonly server_type: string;
            /** @description Always false. */
            readonly is_upgrate: boolean;
            /** @description Always true. */
            readonly build_upgrade: boolean;
            /** @description Always null. */
            readonly oauth_service_id: number | null;
            /** @description Name of its workload. */
            readonly k8s_component_name: string;
        };
        readonly DryRun: {
            /**
             * @description Always true: nothing is written.
             * @constant
             */
            readonly dry_run: true;
            /** @description The response without dryRun; ids, numbers and times that are generated will be others. */
            readonly answer: {
                readonly [key: string]: unknown;
            } | readonly unknown[];
            /** @description Number of objects that the request would write or delete. */
            readonly count: number;
            /** @description The first of these objects; the operator changes others afterwards. */
            readonly objects: readonly {
                /**
                 * @description What would happen to the object.
                 * @enum {string}
                 */
                readonly action: "create" | "change" | "recreate" | "delete";
                /** @description API group; empty for the core group. */
                readonly group: string;
                /** @description Kind of the object. */
                readonly kind: string;
                /** @description Name of the object. */
                readonly name: string;
                /** @description Unified diff, with (secret) for values of Secrets; empty where there is no room. */
                readonly diff: string;
            }[];
            /** @description Parts of the request that have no effect on any gateway engine, each with the reason. */
            readonly not_applied: readonly {
                /** @description Member of the request, as a path. */
                readonly path: string;
                /** @description Why it has no effect. */
                readonly why: string;
            }[];
            /** @description What this response cannot say, each with the place that can. */
            readonly not_known: readonly string[];
        };
        readonly InstallPlan: {
            /**
             * @description Always true: nothing is installed.
             * @constant
             */
            readonly dry_run: true;
            /** @description Version that it speaks of. */
            readonly app_model_version: string;
            /** @description SHA-256 of the template, as sha256:<hex>. */
            readonly digest: string;
            /** @description Why the plan could not be applied now; empty if it could. */
            readonly problems: readonly string[];
            /** @description How many objects the install concerns. */
            readonly counts: {
                /** @description Number of objects that would be created. */
                readonly create: number;
                /** @description Number of objects that would be changed. */
                readonly change: number;
                /** @description Number of objects that would be deleted and created again. */
                readonly recreate: number;
                /** @description Number of objects that would be deleted. */
                readonly delete: number;
                /** @description Number of objects that would stay as they are. */
                readonly unchanged: number;
            };
            /** @description The first of these objects. */
            readonly objects: readonly {
                /**
                 * @description What would happen to the object.
                 * @enum {string}
                 */
                readonly action: "create" | "change" | "recreate" | "delete";
                /** @description API group; empty for the core group. */
                readonly group: string;
                /** @description Kind of the object. */
                readonly kind: string;
                /** @description Name of the object. */
                readonly name: string;
                /** @description Unified diff, with (secret) for values of Secrets; empty where there is no room. */
                readonly diff: string;
            }[];
            /** @description Parts of the model that have no effect here, each with the reason. */
            readonly not_applied: readonly {
                /** @description Part of the model, as a path. */
                readonly path: string;
                /** @description Why it has no effect here. */
                readonly why: string;
            }[];
        };
        readonly InstallRecord: {
            /** @description The install in paths: the uid of its MarketInstall without dashes. */
            readonly install_id: string;
            /** @description Name of its MarketInstall. */
            readonly name: string;
            /** @description Address of the store. */
            readonly market_url: string;
            /** @description Tenant of the store. */
            readonly market_domain: string;
            /** @description Kind of store. */
            readonly market_type: string;
            /** @description The application model in the store. */
            readonly app_model_id: string;
            /** @description Version that is asked for. */
            readonly app_model_version: string;
            /** @description Whether the components run. */
            readonly is_deploy: boolean;
            /** @description Whether that version is in place. */
            readonly ready: boolean;
            /** @description Constant for how it fares; docs/reasons.md explains each. Empty at first. */
            readonly reason: string;
            /** @description The same for people. */
            readonly message: string;
            /** @description SHA-256 of the template, as sha256:<hex>; empty until it is fetched. */
            readonly digest: string;
            /** @description Version that was last rolled out in full; empty where none was. */
            readonly serving_version: string;
            /** @description The last versions that were rolled out, the latest last. */
            readonly history: readonly {
                /** @description The version. */
                readonly version: string;
                /** @description SHA-256 of its template. */
                readonly digest: string;
                /** @description When the outcome was recorded. */
                readonly time: string;
                /**
                 * @description What became of it; docs/installs.md explains each.
                 * @enum {string}
                 */
                readonly outcome: "Progressing" | "Served" | "RolledBack" | "Superseded";
            }[];
            /** @description Wave that is being rolled out, of how many, such as 2/3. */
            readonly wave: string;
            /** @description Components that are ready, of how many, such as 4/7. */
            readonly components_ready: string;
            /** @description The components of the model. */
            readonly components: readonly {
                /** @description The component. */
                readonly service_id: string;
                /** @description Name of the component that people see. */
                readonly service_cname: string;
                /** @description Wave of the roll-out that it belongs to. */
                readonly wave: number;
                /** @description Whether it is ready. */
                readonly ready: boolean;
            }[];
            /** @description What components have in place of what the model says. */
            readonly overrides: readonly {
                /** @description Component: its key or its name in status.components, or its k8s_component_name. */
                readonly component: string;
                /** @description Number of pods; only of components that the model lets have several. */
                readonly replicas?: number;
                /** @description CPU and memory of each pod. */
                readonly resources?: {
                    /** @description What the scheduler keeps free for each pod. */
                    readonly requests?: {
                        /** @description CPU, such as 500m or 2; 0 for none. */
                        readonly cpu?: string;
                        /** @description Memory, such as 512Mi or 2Gi; 0 for none. */
                        readonly memory?: string;
                    };
                    /** @description The most that each pod gets; the request, too, if that is left out. */
                    readonly limits?: {
                        /** @description CPU, such as 500m or 2; 0 for none. */
                        readonly cpu?: string;
                        /** @description Memory, such as 512Mi or 2Gi; 0 for none. */
                        readonly memory?: string;
                    };
                };
                /** @description Envs, in addition to those of the model; each has either value or secret_key_ref. */
                readonly envs?: readonly {
                    /** @description Name of the env. */
                    readonly name: string;
                    /** @description Value in place of that of the model; it may refer to other envs in the same way. */
                    readonly value?: string;
                    /** @description Where the value is, if it is a secret. */
                    readonly secret_key_ref?: {
                        /** @description Secret in this namespace; spec.grants.secrets must list it. */
                        readonly name: string;
                        /** @description Key in the Secret. */
                        readonly key: string;
                    };
                }[];
                /** @description Image in place of that of the model, in every version. */
                readonly image?: string;
                /** @description Tag of the image of the model, in every version. */
                readonly image_tag?: string;
                /** @description Volumes; size and class count when a volume is made, and stay. */
                readonly volumes?: readonly {
                    /** @description Name of the volume in the model. */
                    readonly name: string;
                    /** @description Size, such as 20Gi. */
                    readonly size?: string;
                    /** @description StorageClass. */
                    readonly storage_class?: string;
                }[];
                /** @description Labels of the nodes on which the pods may run. */
                readonly node_selector?: {
                    readonly [key: string]: string;
                };
            }[];
            /** @description Parts of the model that have no effect here, each with the reason. */
            readonly not_applied: readonly {
                /** @description Part of the model, as a path. */
                readonly path: string;
                /** @description Why it has no effect here. */
                readonly why: string;
            }[];
        };
        readonly OperationDone: {
            /** @description Always 操作成功, which is: done. */
            readonly msg: string;
        };
        readonly UpgradeRecord: {
            /** @description Tenant of the store. */
            readonly market_name: string;
            /** @description The application model in the store. */
            readonly app_model_id: string;
            /** @description The same as app_model_id. */
            readonly app_model_name: string;
            /** @description Version that the install asks for. */
            readonly current_version: string;
            /** @description Always stoa. */
            readonly enterprise_id: string;
            /** @description Whether there is a newer version. */
            readonly can_upgrade: boolean;
            /** @description Newer versions in the store, the newest last. */
            readonly upgrade_versions: readonly string[];
            /** @description Always market. */
            readonly source: string;
            /** @description The install in paths. */
            readonly install_id: string;
            /** @description Why the store could not be asked for versions; empty where it could. */
            readonly problem: string;
        };
        readonly Problem: {
            /** @description Which error it is, for programs. */
            readonly type: string;
            /** @description Which error it is, for people. */
            readonly title: string;
            /** @description The HTTP status. */
            readonly status: number;
            /** @description What is wrong with this request, and the way out. */
            readonly detail: string;
            /** @description The number by which clients of the contract tell the error. */
            readonly code: number;
            /** @description The same as detail. */
            readonly msg: string;
            /** @description The same as title. */
            readonly msg_show: string;
            /** @description The id of the request, also in the header X-Request-Id and in the log. */
            readonly request_id: string;
            /** @description The fields that are wrong. */
            readonly errors?: readonly {
                /** @description The field of the request, as a path with dots. */
                readonly field: string;
                /** @description What is wrong with it, and the way out. */
                readonly message: string;
            }[];
            /** @description The same, nested as the fields are: a list of messages in the place of each field. */
            readonly err?: {
                readonly [key: string]: unknown;
            };
        };
    };
    responses: {
        /** @description The token is missing or not valid (`unauthorized`). */
        readonly Unauthorized: {
            headers: {
                /** @description The id of the request, also in the log. */
                readonly "X-Request-Id": string;
                /** @description How to say who asks. */
                readonly "WWW-Authenticate": string;
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    readonly type?: "https://stoa.dev/problems/unauthorized";
                    /** @constant */
                    readonly status?: 401;
                    /** @enum {unknown} */
                    readonly code?: 401;
                };
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The token does not permit this (`forbidden`). */
        readonly Forbidden: {
            headers: {
                /** @description The id of the request, also in the log. */
                readonly "X-Request-Id": string;
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    readonly type?: "https://stoa.dev/problems/forbidden";
                    /** @constant */
                    readonly status?: 403;
                    /** @enum {unknown} */
                    readonly code?: 10402;
                };
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Several namespaces have the label of the team (`team-ambiguous`). */
        readonly TeamAmbiguous: {
            headers: {
                /** @description The id of the request, also in the log. */
                readonly "X-Request-Id": string;
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    readonly type?: "https://stoa.dev/problems/team-ambiguous";
                    /** @constant */
                    readonly status?: 409;
                    /** @enum {unknown} */
                    readonly code?: 409;
                };
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description There are too many requests (`too-many-requests`). */
        readonly TooManyRequests: {
            headers: {
                /** @description The id of the request, also in the log. */
                readonly "X-Request-Id": string;
                /** @description Seconds after which the next request may come. */
                readonly "Retry-After": string;
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    readonly type?: "https://stoa.dev/problems/too-many-requests";
                    /** @constant */
                    readonly status?: 429;
                    /** @enum {unknown} */
                    readonly code?: 429;
                };
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The request comes too slowly (`too-slow`). */
        readonly TooSlow: {
            headers: {
                /** @description The id of the request, also in the log. */
                readonly "X-Request-Id": string;
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    readonly type?: "https://stoa.dev/problems/too-slow";
                    /** @constant */
                    readonly status?: 408;
                    /** @enum {unknown} */
                    readonly code?: 408;
                };
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The headers are too large (`headers-too-large`). */
        readonly HeadersTooLarge: {
            headers: {
                /** @description The id of the request, also in the log. */
                readonly "X-Request-Id": string;
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    readonly type?: "https://stoa.dev/problems/headers-too-large";
                    /** @constant */
                    readonly status?: 431;
                    /** @enum {unknown} */
                    readonly code?: 431;
                };
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The request is too large (`too-large`). */
        readonly TooLarge: {
            headers: {
                /** @description The id of the request, also in the log. */
                readonly "X-Request-Id": string;
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    readonly type?: "https://stoa.dev/problems/too-large";
                    /** @constant */
                    readonly status?: 413;
                    /** @enum {unknown} */
                    readonly code?: 413;
                };
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not plain JSON (`not-json`). */
        readonly NotJson: {
            headers: {
                /** @description The id of the request, also in the log. */
                readonly "X-Request-Id": string;
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    readonly type?: "https://stoa.dev/problems/not-json";
                    /** @constant */
                    readonly status?: 415;
                    /** @enum {unknown} */
                    readonly code?: 415;
                };
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The region does not answer (`region-unreachable`). */
        readonly RegionUnreachable: {
            headers: {
                /** @description The id of the request, also in the log. */
                readonly "X-Request-Id": string;
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    readonly type?: "https://stoa.dev/problems/region-unreachable";
                    /** @constant */
                    readonly status?: 502;
                    /** @enum {unknown} */
                    readonly code?: 502;
                };
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The Kubernetes API is busy (`unavailable`). */
        readonly Unavailable: {
            headers: {
                /** @description The id of the request, also in the log. */
                readonly "X-Request-Id": string;
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    readonly type?: "https://stoa.dev/problems/unavailable";
                    /** @constant */
                    readonly status?: 503;
                    /** @enum {unknown} */
                    readonly code?: 503;
                };
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description It is not known whether the request took effect (`ambiguous`). */
        readonly Ambiguous: {
            headers: {
                /** @description The id of the request, also in the log. */
                readonly "X-Request-Id": string;
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    readonly type?: "https://stoa.dev/problems/ambiguous";
                    /** @constant */
                    readonly status?: 504;
                    /** @enum {unknown} */
                    readonly code?: 504;
                };
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Something went wrong here (`internal`). */
        readonly Internal: {
            headers: {
                /** @description The id of the request, also in the log. */
                readonly "X-Request-Id": string;
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    readonly type?: "https://stoa.dev/problems/internal";
                    /** @constant */
                    readonly status?: 500;
                    /** @enum {unknown} */
                    readonly code?: 10401;
                };
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The request is not valid (`invalid`). */
        readonly Invalid: {
            headers: {
                /** @description The id of the request, also in the log. */
                readonly "X-Request-Id": string;
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    readonly type?: "https://stoa.dev/problems/invalid";
                    /** @constant */
                    readonly status?: 400;
                    /** @enum {unknown} */
                    readonly code?: 20400;
                };
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The rule is not the one that If-Match names (`precondition-failed`). */
        readonly PreconditionFailed: {
            headers: {
                /** @description The id of the request, also in the log. */
                readonly "X-Request-Id": string;
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    readonly type?: "https://stoa.dev/problems/precondition-failed";
                    /** @constant */
                    readonly status?: 412;
                    /** @enum {unknown} */
                    readonly code?: 412;
                };
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no such region (`region-not-found`). */
        readonly RegionNotFound: {
            headers: {
                /** @description The id of the request, also in the log. */
                readonly "X-Request-Id": string;
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    readonly type?: "https://stoa.dev/problems/region-not-found";
                    /** @constant */
                    readonly status?: 404;
                    /** @enum {unknown} */
                    readonly code?: 3000;
                };
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Prometheus answers too slowly (`monitor-too-slow`). */
        readonly MonitorTooSlow: {
            headers: {
                /** @description The id of the request, also in the log. */
                readonly "X-Request-Id": string;
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    readonly type?: "https://stoa.dev/problems/monitor-too-slow";
                    /** @constant */
                    readonly status?: 504;
                    /** @enum {unknown} */
                    readonly code?: 504;
                };
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Another certificate has the alias (`alias-taken`). */
        readonly AliasTaken: {
            headers: {
                /** @description The id of the request, also in the log. */
                readonly "X-Request-Id": string;
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    readonly type?: "https://stoa.dev/problems/alias-taken";
                    /** @constant */
                    readonly status?: 412;
                    /** @enum {unknown} */
                    readonly code?: 412;
                };
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly listRules: {
        readonly parameters: {
            readonly query?: {
                /** @description http or tcp for the rules of one protocol; anything else is for both. */
                readonly query?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                readonly app_id: number | string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The rules, the oldest first. */
            readonly 200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GatewayRulesOf"];
                };
            };
            readonly 400: components["responses"]["Invalid"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such operation (`path-not-found`). */
            readonly 404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        readonly status?: 404;
                        /** @enum {unknown} */
                        readonly code?: 2000 | 3000 | 4000 | 404;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["TooSlow"];
            readonly 409: components["responses"]["TeamAmbiguous"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["NotJson"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["Internal"];
            readonly 502: components["responses"]["RegionUnreachable"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createRule: {
        readonly parameters: {
            readonly query?: {
                /** @description true or 1: nothing is written; the response says what would be, and what this request would be answered. */
                readonly dryRun?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                readonly app_id: number | string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PostGatewayRule"];
            };
        };
        readonly responses: {
            /** @description The rule is stored: all rules of the application. */
            readonly 200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    /** @description Members of the body that have no effect, where there are any. */
                    readonly "X-Stoa-Ignored"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GatewayRule"] | components["schemas"]["DryRun"];
                };
            };
            /** @description The request is not valid (`invalid`); There is no such component (`component-not-found`); The port is not open (`port-closed`); There is no such certificate (`certificate-not-found`); The team may not name the issuer (`issuer-not-allowed`); The rule exists already (`rule-exists`); A redirect has its host and path for itself (`redirect-in-the-way`); The host belongs to another team (`host-taken`); The host or port is not declared for the team (`name-not-declared`); The team has as many as it may have (`team-limit`); The gateway does not offer the port (`port-not-offered`); The address is taken (`address-taken`). */
            readonly 400: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/invalid" | "https://stoa.dev/problems/component-not-found" | "https://stoa.dev/problems/port-closed" | "https://stoa.dev/problems/certificate-not-found" | "https://stoa.dev/problems/issuer-not-allowed" | "https://stoa.dev/problems/rule-exists" | "https://stoa.dev/problems/redirect-in-the-way" | "https://stoa.dev/problems/host-taken" | "https://stoa.dev/problems/name-not-declared" | "https://stoa.dev/problems/team-limit" | "https://stoa.dev/problems/port-not-offered" | "https://stoa.dev/problems/address-taken";
                        /** @constant */
                        readonly status?: 400;
                        /** @enum {unknown} */
                        readonly code?: 20400 | 400;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); The component has no such port (`port-not-found`); There is no such operation (`path-not-found`). */
            readonly 404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/port-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        readonly status?: 404;
                        /** @enum {unknown} */
                        readonly code?: 2000 | 3000 | 4000 | 404;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["TooSlow"];
            readonly 409: components["responses"]["TeamAmbiguous"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["NotJson"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["Internal"];
            readonly 502: components["responses"]["RegionUnreachable"];
            readonly 503: components["responses"]["Unavailable"];
            readonly 504: components["responses"]["Ambiguous"];
        };
    };
    readonly readRule: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Entity tags: where the rule has one of them, the answer is 304 without a body. */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                readonly app_id: number | string;
                /** @description Rule: http_rule_id or tcp_rule_id of its record. */
                readonly rule_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The rule. */
            readonly 200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    /** @description Stands for the rule as it is answered here. */
                    readonly ETag: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HttpRecord"] | components["schemas"]["TcpRecord"];
                };
            };
            /** @description Nothing has changed. */
            readonly 304: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    /** @description Stands for the rule as it is answered here. */
                    readonly ETag: string;
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["Invalid"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such rule (`rule-not-found`); There is no such operation (`path-not-found`). */
            readonly 404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/rule-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        readonly status?: 404;
                        /** @enum {unknown} */
                        readonly code?: 2000 | 3000 | 4000 | 404;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["TooSlow"];
            readonly 409: components["responses"]["TeamAmbiguous"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["NotJson"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["Internal"];
            readonly 502: components["responses"]["RegionUnreachable"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly editRule: {
        readonly parameters: {
            readonly query?: {
                /** @description true or 1: nothing is written; the response says what would be, and what this request would be answered. */
                readonly dryRun?: string;
            };
            readonly header?: {
                /** @description Entity tags, of which the rule must have one, or * for any: else nothing is done and the answer is 412. */
                readonly "If-Match"?: string;
            };
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                readonly app_id: number | string;
                /** @description Rule: http_rule_id or tcp_rule_id of its record. */
                readonly rule_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["EditedRule"];
            };
        };
        readonly responses: {
            /** @description The rule as it is now. */
            readonly 200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    /** @description Members of the body that have no effect, where there are any. */
                    readonly "X-Stoa-Ignored"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HttpRecord"] | components["schemas"]["TcpRecord"] | components["schemas"]["DryRun"];
                };
            };
            /** @description The request is not valid (`invalid`); There is no such component (`component-not-found`); The port is not open (`port-closed`); There is no such certificate (`certificate-not-found`); The team may not name the issuer (`issuer-not-allowed`); The rule exists already (`rule-exists`); A redirect has its host and path for itself (`redirect-in-the-way`); The host belongs to another team (`host-taken`); The host or port is not declared for the team (`name-not-declared`); The team has as many as it may have (`team-limit`); The gateway does not offer the port (`port-not-offered`); The address is taken (`address-taken`). */
            readonly 400: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/invalid" | "https://stoa.dev/problems/component-not-found" | "https://stoa.dev/problems/port-closed" | "https://stoa.dev/problems/certificate-not-found" | "https://stoa.dev/problems/issuer-not-allowed" | "https://stoa.dev/problems/rule-exists" | "https://stoa.dev/problems/redirect-in-the-way" | "https://stoa.dev/problems/host-taken" | "https://stoa.dev/problems/name-not-declared" | "https://stoa.dev/problems/team-limit" | "https://stoa.dev/problems/port-not-offered" | "https://stoa.dev/problems/address-taken";
                        /** @constant */
                        readonly status?: 400;
                        /** @enum {unknown} */
                        readonly code?: 20400 | 400;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such rule (`rule-not-found`); The component has no such port (`port-not-found`); There is no such operation (`path-not-found`). */
            readonly 404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/rule-not-found" | "https://stoa.dev/problems/port-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        readonly status?: 404;
                        /** @enum {unknown} */
                        readonly code?: 2000 | 3000 | 4000 | 404;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["TooSlow"];
            /** @description Several namespaces have the label of the team (`team-ambiguous`); The object is managed from elsewhere (`managed-elsewhere`); The rule has changed meanwhile (`rule-changed`). */
            readonly 409: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-ambiguous" | "https://stoa.dev/problems/managed-elsewhere" | "https://stoa.dev/problems/rule-changed";
                        /** @constant */
                        readonly status?: 409;
                        /** @enum {unknown} */
                        readonly code?: 409;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 412: components["responses"]["PreconditionFailed"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["NotJson"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["Internal"];
            readonly 502: components["responses"]["RegionUnreachable"];
            readonly 503: components["responses"]["Unavailable"];
            readonly 504: components["responses"]["Ambiguous"];
        };
    };
    readonly deleteRule: {
        readonly parameters: {
            readonly query?: {
                /** @description true or 1: nothing is written; the response says what would be, and what this request would be answered. */
                readonly dryRun?: string;
            };
            readonly header?: {
                /** @description Entity tags, of which the rule must have one, or * for any: else nothing is done and the answer is 412. */
                readonly "If-Match"?: string;
            };
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                readonly app_id: number | string;
                /** @description Rule: http_rule_id or tcp_rule_id of its record. */
                readonly rule_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The rule as it was. */
            readonly 200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HttpRecord"] | components["schemas"]["TcpRecord"] | components["schemas"]["DryRun"];
                };
            };
            readonly 400: components["responses"]["Invalid"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such rule (`rule-not-found`); There is no such operation (`path-not-found`). */
            readonly 404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/rule-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        readonly status?: 404;
                        /** @enum {unknown} */
                        readonly code?: 2000 | 3000 | 4000 | 404;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["TooSlow"];
            /** @description Several namespaces have the label of the team (`team-ambiguous`); The object is managed from elsewhere (`managed-elsewhere`); The rule has changed meanwhile (`rule-changed`). */
            readonly 409: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-ambiguous" | "https://stoa.dev/problems/managed-elsewhere" | "https://stoa.dev/problems/rule-changed";
                        /** @constant */
                        readonly status?: 409;
                        /** @enum {unknown} */
                        readonly code?: 409;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 412: components["responses"]["PreconditionFailed"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["NotJson"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["Internal"];
            readonly 502: components["responses"]["RegionUnreachable"];
            readonly 503: components["responses"]["Unavailable"];
            readonly 504: components["responses"]["Ambiguous"];
        };
    };
    readonly listHttpRules: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                readonly app_id: number | string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The rules, the oldest first. */
            readonly 200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["HttpRecord"][];
                };
            };
            readonly 400: components["responses"]["Invalid"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such operation (`path-not-found`). */
            readonly 404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        readonly status?: 404;
                        /** @enum {unknown} */
                        readonly code?: 2000 | 3000 | 4000 | 404;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["TooSlow"];
            readonly 409: components["responses"]["TeamAmbiguous"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["NotJson"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["Internal"];
            readonly 502: components["responses"]["RegionUnreachable"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createHttpRule: {
        readonly parameters: {
            readonly query?: {
                /** @description true or 1: nothing is written; the response says what would be, and what this request would be answered. */
                readonly dryRun?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                readonly app_id: number | string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Http"];
            };
        };
        readonly responses: {
            /** @description The rule is stored: its record. */
            readonly 201: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    /** @description Members of the body that have no effect, where there are any. */
                    readonly "X-Stoa-Ignored"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HttpRecord"] | components["schemas"]["DryRun"];
                };
            };
            /** @description The request is not valid (`invalid`); There is no such component (`component-not-found`); The port is not open (`port-closed`); There is no such certificate (`certificate-not-found`); The team may not name the issuer (`issuer-not-allowed`); The rule exists already (`rule-exists`); A redirect has its host and path for itself (`redirect-in-the-way`); The host belongs to another team (`host-taken`); The host or port is not declared for the team (`name-not-declared`); The team has as many as it may have (`team-limit`). */
            readonly 400: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/invalid" | "https://stoa.dev/problems/component-not-found" | "https://stoa.dev/problems/port-closed" | "https://stoa.dev/problems/certificate-not-found" | "https://stoa.dev/problems/issuer-not-allowed" | "https://stoa.dev/problems/rule-exists" | "https://stoa.dev/problems/redirect-in-the-way" | "https://stoa.dev/problems/host-taken" | "https://stoa.dev/problems/name-not-declared" | "https://stoa.dev/problems/team-limit";
                        /** @constant */
                        readonly status?: 400;
                        /** @enum {unknown} */
                        readonly code?: 20400 | 400;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); The component has no such port (`port-not-found`); There is no such operation (`path-not-found`). */
            readonly 404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/port-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        readonly status?: 404;
                        /** @enum {unknown} */
                        readonly code?: 2000 | 3000 | 4000 | 404;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["TooSlow"];
            readonly 409: components["responses"]["TeamAmbiguous"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["NotJson"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["Internal"];
            readonly 502: components["responses"]["RegionUnreachable"];
            readonly 503: components["responses"]["Unavailable"];
            readonly 504: components["responses"]["Ambiguous"];
        };
    };
    readonly readHttpRule: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Entity tags: where the rule has one of them, the answer is 304 without a body. */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                readonly app_id: number | string;
                /** @description Rule: http_rule_id or tcp_rule_id of its record. */
                readonly rule_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The rule. */
            readonly 200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    /** @description Stands for the rule as it is answered here. */
                    readonly ETag: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HttpRecord"];
                };
            };
            /** @description Nothing has changed. */
            readonly 304: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    /** @description Stands for the rule as it is answered here. */
                    readonly ETag: string;
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["Invalid"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such rule (`rule-not-found`); There is no such operation (`path-not-found`). */
            readonly 404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/rule-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        readonly status?: 404;
                        /** @enum {unknown} */
                        readonly code?: 2000 | 3000 | 4000 | 404;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["TooSlow"];
            readonly 409: components["responses"]["TeamAmbiguous"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["NotJson"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["Internal"];
            readonly 502: components["responses"]["RegionUnreachable"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly editHttpRule: {
        readonly parameters: {
            readonly query?: {
                /** @description true or 1: nothing is written; the response says what would be, and what this request would be answered. */
                readonly dryRun?: string;
            };
            readonly header?: {
                /** @description Entity tags, of which the rule must have one, or * for any: else nothing is done and the answer is 412. */
                readonly "If-Match"?: string;
            };
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                readonly app_id: number | string;
                /** @description Rule: http_rule_id or tcp_rule_id of its record. */
                readonly rule_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["EditedHttp"];
            };
        };
        readonly responses: {
            /** @description The rule as it is now. */
            readonly 200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    /** @description Members of the body that have no effect, where there are any. */
                    readonly "X-Stoa-Ignored"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HttpRecord"] | components["schemas"]["DryRun"];
                };
            };
            /** @description The request is not valid (`invalid`); There is no such component (`component-not-found`); The port is not open (`port-closed`); There is no such certificate (`certificate-not-found`); The team may not name the issuer (`issuer-not-allowed`); The rule exists already (`rule-exists`); A redirect has its host and path for itself (`redirect-in-the-way`); The host belongs to another team (`host-taken`); The host or port is not declared for the team (`name-not-declared`); The team has as many as it may have (`team-limit`). */
            readonly 400: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/invalid" | "https://stoa.dev/problems/component-not-found" | "https://stoa.dev/problems/port-closed" | "https://stoa.dev/problems/certificate-not-found" | "https://stoa.dev/problems/issuer-not-allowed" | "https://stoa.dev/problems/rule-exists" | "https://stoa.dev/problems/redirect-in-the-way" | "https://stoa.dev/problems/host-taken" | "https://stoa.dev/problems/name-not-declared" | "https://stoa.dev/problems/team-limit";
                        /** @constant */
                        readonly status?: 400;
                        /** @enum {unknown} */
                        readonly code?: 20400 | 400;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such rule (`rule-not-found`); The component has no such port (`port-not-found`); There is no such operation (`path-not-found`). */
            readonly 404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/rule-not-found" | "https://stoa.dev/problems/port-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        readonly status?: 404;
                        /** @enum {unknown} */
                        readonly code?: 2000 | 3000 | 4000 | 404;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["TooSlow"];
            /** @description Several namespaces have the label of the team (`team-ambiguous`); The object is managed from elsewhere (`managed-elsewhere`); The rule has changed meanwhile (`rule-changed`). */
            readonly 409: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-ambiguous" | "https://stoa.dev/problems/managed-elsewhere" | "https://stoa.dev/problems/rule-changed";
                        /** @constant */
                        readonly status?: 409;
                        /** @enum {unknown} */
                        readonly code?: 409;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 412: components["responses"]["PreconditionFailed"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["NotJson"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["Internal"];
            readonly 502: components["responses"]["RegionUnreachable"];
            readonly 503: components["responses"]["Unavailable"];
            readonly 504: components["responses"]["Ambiguous"];
        };
    };
    readonly deleteHttpRule: {
        readonly parameters: {
            readonly query?: {
                /** @description true or 1: nothing is written; the response says what would be, and what this request would be answered. */
                readonly dryRun?: string;
            };
            readonly header?: {
                /** @description Entity tags, of which the rule must have one, or * for any: else nothing is done and the answer is 412. */
                readonly "If-Match"?: string;
            };
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                readonly app_id: number | string;
                /** @description Rule: http_rule_id or tcp_rule_id of its record. */
                readonly rule_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The rule as it was. */
            readonly 200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HttpRecord"] | components["schemas"]["DryRun"];
                };
            };
            readonly 400: components["responses"]["Invalid"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such rule (`rule-not-found`); There is no such operation (`path-not-found`). */
            readonly 404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/rule-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        readonly status?: 404;
                        /** @enum {unknown} */
                        readonly code?: 2000 | 3000 | 4000 | 404;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["TooSlow"];
            /** @description Several namespaces have the label of the team (`team-ambiguous`); The object is managed from elsewhere (`managed-elsewhere`); The rule has changed meanwhile (`rule-changed`). */
            readonly 409: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-ambiguous" | "https://stoa.dev/problems/managed-elsewhere" | "https://stoa.dev/problems/rule-changed";
                        /** @constant */
                        readonly status?: 409;
                        /** @enum {unknown} */
                        readonly code?: 409;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 412: components["responses"]["PreconditionFailed"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["NotJson"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["Internal"];
            readonly 502: components["responses"]["RegionUnreachable"];
            readonly 503: components["responses"]["Unavailable"];
            readonly 504: components["responses"]["Ambiguous"];
        };
    };
    readonly listAllHttpRules: {
        readonly parameters: {
            readonly query?: {
                /** @description true or false: only rules that wait for a certificate from outside, or only others. */
                readonly auto_ssl?: string;
                /** @description The region that is asked; the first one where it is left out. */
                readonly region_name?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The rules. */
            readonly 200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["PlacedHttpRecord"][];
                };
            };
            readonly 400: components["responses"]["Invalid"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["RegionNotFound"];
            readonly 408: components["responses"]["TooSlow"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["Internal"];
            readonly 502: components["responses"]["RegionUnreachable"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly installModel: {
        readonly parameters: {
            readonly query?: {
                /** @description true or 1: the components run. false, 0 or left out: they exist, at zero replicas. */
                readonly is_deploy?: string;
                /** @description true or 1: nothing is installed; the response says what would be created, changed and deleted. */
                readonly dryRun?: string;
            };
            readonly header?: {
                /** @description Two requests of an application with the same key are one request. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                readonly app_id: number | string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Install"];
            };
        };
        readonly responses: {
            /** @description Every component of the model exists: the application with all its components. With dryRun, the plan. */
            readonly 200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    /** @description Path of the install; with dryRun, of the list of installs. */
                    readonly Location: string;
                    /** @description Members of the body that have no effect, where there are any. */
                    readonly "X-Stoa-Ignored"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MarketInstall"] | components["schemas"]["InstallPlan"];
                };
            };
            /** @description The request is not valid (`invalid`); The store cannot be used (`store-refused`); The model cannot be installed (`install-failed`). */
            readonly 400: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/invalid" | "https://stoa.dev/problems/store-refused" | "https://stoa.dev/problems/install-failed";
                        /** @constant */
                        readonly status?: 400;
                        /** @enum {unknown} */
                        readonly code?: 20400 | 400;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is missing or not valid (`unauthorized`); The store wants another access key (`store-unauthorized`). */
            readonly 401: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    /** @description How to say who asks. */
                    readonly "WWW-Authenticate": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/unauthorized" | "https://stoa.dev/problems/store-unauthorized";
                        /** @constant */
                        readonly status?: 401;
                        /** @enum {unknown} */
                        readonly code?: 401 | 10421;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The token does not permit this (`forbidden`); The store does not permit this (`store-forbidden`). */
            readonly 403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/store-forbidden";
                        /** @constant */
                        readonly status?: 403;
                        /** @enum {unknown} */
                        readonly code?: 10402 | 10407;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such operation (`path-not-found`); There is no such install (`install-not-found`); The store has no such application model (`model-not-found`); The store has no such version (`model-version-not-found`). */
            readonly 404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/path-not-found" | "https://stoa.dev/problems/install-not-found" | "https://stoa.dev/problems/model-not-found" | "https://stoa.dev/problems/model-version-not-found";
                        /** @constant */
                        readonly status?: 404;
                        /** @enum {unknown} */
                        readonly code?: 2000 | 3000 | 4000 | 404;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["TooSlow"];
            /** @description Several namespaces have the label of the team (`team-ambiguous`); The Idempotency-Key was used for something else (`key-reused`); The object is managed from elsewhere (`managed-elsewhere`). */
            readonly 409: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-ambiguous" | "https://stoa.dev/problems/key-reused" | "https://stoa.dev/problems/managed-elsewhere";
                        /** @constant */
                        readonly status?: 409;
                        /** @enum {unknown} */
                        readonly code?: 409;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["NotJson"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["Internal"];
            /** @description The store does not answer (`store-unreachable`); The region does not answer (`region-unreachable`). */
            readonly 502: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/store-unreachable" | "https://stoa.dev/problems/region-unreachable";
                        /** @constant */
                        readonly status?: 502;
                        /** @enum {unknown} */
                        readonly code?: 502;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 503: components["responses"]["Unavailable"];
            /** @description The store answers too slowly (`store-too-slow`); The install is not planned yet (`install-pending`); It is not known whether the request took effect (`ambiguous`). */
            readonly 504: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/store-too-slow" | "https://stoa.dev/problems/install-pending" | "https://stoa.dev/problems/ambiguous";
                        /** @constant */
                        readonly status?: 504;
                        /** @enum {unknown} */
                        readonly code?: 504;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The store cannot be used (`store-refused`): its answer is handed on. */
            readonly "4XX": {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        readonly type?: "https://stoa.dev/problems/store-refused";
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly listInstalls: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                readonly app_id: number | string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The installs, the oldest first. */
            readonly 200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["InstallRecord"][];
                };
            };
            readonly 400: components["responses"]["Invalid"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such operation (`path-not-found`). */
            readonly 404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        readonly status?: 404;
                        /** @enum {unknown} */
                        readonly code?: 2000 | 3000 | 4000 | 404;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["TooSlow"];
            readonly 409: components["responses"]["TeamAmbiguous"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["NotJson"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["Internal"];
            readonly 502: components["responses"]["RegionUnreachable"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly readInstall: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                readonly app_id: number | string;
                /** @description Install: install_id of its record, or its name. */
                readonly install_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The install. */
            readonly 200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InstallRecord"];
                };
            };
            readonly 400: components["responses"]["Invalid"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such operation (`path-not-found`); There is no such install (`install-not-found`). */
            readonly 404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/path-not-found" | "https://stoa.dev/problems/install-not-found";
                        /** @constant */
                        readonly status?: 404;
                        /** @enum {unknown} */
                        readonly code?: 2000 | 3000 | 4000 | 404;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["TooSlow"];
            readonly 409: components["responses"]["TeamAmbiguous"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["NotJson"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["Internal"];
            readonly 502: components["responses"]["RegionUnreachable"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly rollbackInstall: {
        readonly parameters: {
            readonly query?: {
                /** @description true or 1: nothing is written; the response says what would be, and what this request would be answered. */
                readonly dryRun?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                readonly app_id: number | string;
                /** @description Install: install_id of its record, or its name. */
                readonly install_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Rollback"];
            };
        };
        readonly responses: {
            /** @description The spec asks for that version: the install, which is rolled out again. */
            readonly 200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    /** @description Members of the body that have no effect, where there are any. */
                    readonly "X-Stoa-Ignored"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InstallRecord"] | components["schemas"]["DryRun"];
                };
            };
            readonly 400: components["responses"]["Invalid"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such operation (`path-not-found`); There is no such install (`install-not-found`). */
            readonly 404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/path-not-found" | "https://stoa.dev/problems/install-not-found";
                        /** @constant */
                        readonly status?: 404;
                        /** @enum {unknown} */
                        readonly code?: 2000 | 3000 | 4000 | 404;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["TooSlow"];
            /** @description Several namespaces have the label of the team (`team-ambiguous`); There is no such version to go back to (`rollback-impossible`); The object is managed from elsewhere (`managed-elsewhere`). */
            readonly 409: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-ambiguous" | "https://stoa.dev/problems/rollback-impossible" | "https://stoa.dev/problems/managed-elsewhere";
                        /** @constant */
                        readonly status?: 409;
                        /** @enum {unknown} */
                        readonly code?: 409;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["NotJson"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["Internal"];
            readonly 502: components["responses"]["RegionUnreachable"];
            readonly 503: components["responses"]["Unavailable"];
            readonly 504: components["responses"]["Ambiguous"];
        };
    };
    readonly listUpgrades: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                readonly app_id: number | string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The installs, the oldest first. */
            readonly 200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["UpgradeRecord"][];
                };
            };
            readonly 400: components["responses"]["Invalid"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such operation (`path-not-found`). */
            readonly 404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        readonly status?: 404;
                        /** @enum {unknown} */
                        readonly code?: 2000 | 3000 | 4000 | 404;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["TooSlow"];
            readonly 409: components["responses"]["TeamAmbiguous"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["NotJson"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["Internal"];
            readonly 502: components["responses"]["RegionUnreachable"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly upgradeInstalls: {
        readonly parameters: {
            readonly query?: {
                /** @description true or 1: nothing is written; the response says what would be, and what this request would be answered. */
                readonly dryRun?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                readonly app_id: number | string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Upgrade"];
            };
        };
        readonly responses: {
            /** @description The specs ask for the versions, which are rolled out: the list of upgrades after that. */
            readonly 200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    /** @description Members of the body that have no effect, where there are any. */
                    readonly "X-Stoa-Ignored"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["UpgradeRecord"][] | components["schemas"]["DryRun"];
                };
            };
            readonly 400: components["responses"]["Invalid"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such operation (`path-not-found`); There is no such install (`install-not-found`). */
            readonly 404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/path-not-found" | "https://stoa.dev/problems/install-not-found";
                        /** @constant */
                        readonly status?: 404;
                        /** @enum {unknown} */
                        readonly code?: 2000 | 3000 | 4000 | 404;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["TooSlow"];
            /** @description Several namespaces have the label of the team (`team-ambiguous`); The object is managed from elsewhere (`managed-elsewhere`). */
            readonly 409: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-ambiguous" | "https://stoa.dev/problems/managed-elsewhere";
                        /** @constant */
                        readonly status?: 409;
                        /** @enum {unknown} */
                        readonly code?: 409;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["NotJson"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["Internal"];
            readonly 502: components["responses"]["RegionUnreachable"];
            readonly 503: components["responses"]["Unavailable"];
            readonly 504: components["responses"]["Ambiguous"];
        };
    };
    readonly queryMonitor: {
        readonly parameters: {
            readonly query?: {
                /** @description true or 1: only components with an open port. false, 0 or left out: all. */
                readonly is_outer?: string;
                /** @description true or 1: values are not rounded up, and items without values are listed with the reason. false, 0 or left out: as the configuration says. */
                readonly exact?: string;
                /** @description Only the requests of this rule, by its http_rule_id or tcp_rule_id, for the component that it leads to. */
                readonly rule?: string;
                /** @description Only the components of this install, by its install_id or its name. */
                readonly install?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                readonly app_id: number | string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The components, each with its items that have values; with exact, each with every item. */
            readonly 200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    /** @description Number of queries that were sent to Prometheus; 0 if others asked the same just now. */
                    readonly "Stoa-Queries": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ComponentMonitorSerializers"][];
                };
            };
            readonly 400: components["responses"]["Invalid"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such rule (`rule-not-found`); There is no such operation (`path-not-found`); There is no such install (`install-not-found`). */
            readonly 404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/rule-not-found" | "https://stoa.dev/problems/path-not-found" | "https://stoa.dev/problems/install-not-found";
                        /** @constant */
                        readonly status?: 404;
                        /** @enum {unknown} */
                        readonly code?: 2000 | 3000 | 4000 | 404;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["TooSlow"];
            readonly 409: components["responses"]["TeamAmbiguous"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["NotJson"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["Internal"];
            /** @description Prometheus does not answer (`monitor-unreachable`); Prometheus does not let Stoa in (`monitor-unauthorized`); What answers is not Prometheus (`monitor-malformed`); Prometheus rejects every query (`monitor-refused`); Prometheus answers with too much (`monitor-too-large`); The region does not answer (`region-unreachable`). */
            readonly 502: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/monitor-unreachable" | "https://stoa.dev/problems/monitor-unauthorized" | "https://stoa.dev/problems/monitor-malformed" | "https://stoa.dev/problems/monitor-refused" | "https://stoa.dev/problems/monitor-too-large" | "https://stoa.dev/problems/region-unreachable";
                        /** @constant */
                        readonly status?: 502;
                        /** @enum {unknown} */
                        readonly code?: 502;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Prometheus has too many requests (`monitor-busy`); The Kubernetes API is busy (`unavailable`). */
            readonly 503: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/monitor-busy" | "https://stoa.dev/problems/unavailable";
                        /** @constant */
                        readonly status?: 503;
                        /** @enum {unknown} */
                        readonly code?: 503;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 504: components["responses"]["MonitorTooSlow"];
        };
    };
    readonly queryMonitorRange: {
        readonly parameters: {
            readonly query: {
                /** @description Begin of the range, as Unix seconds or as a time such as 2024-03-09T16:00:00Z. */
                readonly start: string;
                /** @description End of the range, at most 31 days after its begin, as Unix seconds or as a time such as 2024-03-09T16:00:00Z. */
                readonly end: string;
                /** @description Time between two samples, as seconds or as a duration such as 5m; 60 s where left out. */
                readonly step?: string;
                /** @description true or 1: only components with an open port. false, 0 or left out: all. */
                readonly is_outer?: string;
                /** @description true or 1: values are not rounded up, and items without values are listed with the reason. false, 0 or left out: as the configuration says. */
                readonly exact?: string;
                /** @description Only the requests of this rule, by its http_rule_id or tcp_rule_id, for the component that it leads to. */
                readonly rule?: string;
                /** @description Only the components of this install, by its install_id or its name. */
                readonly install?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                readonly app_id: number | string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The components, each with its items that have values; with exact, each with every item. */
            readonly 200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    /** @description Number of queries that were sent to Prometheus; 0 if others asked the same just now. */
                    readonly "Stoa-Queries": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ComponentMonitorSerializers"][];
                };
            };
            readonly 400: components["responses"]["Invalid"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such rule (`rule-not-found`); There is no such operation (`path-not-found`); There is no such install (`install-not-found`). */
            readonly 404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/rule-not-found" | "https://stoa.dev/problems/path-not-found" | "https://stoa.dev/problems/install-not-found";
                        /** @constant */
                        readonly status?: 404;
                        /** @enum {unknown} */
                        readonly code?: 2000 | 3000 | 4000 | 404;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["TooSlow"];
            readonly 409: components["responses"]["TeamAmbiguous"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["NotJson"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["Internal"];
            /** @description Prometheus does not answer (`monitor-unreachable`); Prometheus does not let Stoa in (`monitor-unauthorized`); What answers is not Prometheus (`monitor-malformed`); Prometheus rejects every query (`monitor-refused`); Prometheus answers with too much (`monitor-too-large`); The region does not answer (`region-unreachable`). */
            readonly 502: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/monitor-unreachable" | "https://stoa.dev/problems/monitor-unauthorized" | "https://stoa.dev/problems/monitor-malformed" | "https://stoa.dev/problems/monitor-refused" | "https://stoa.dev/problems/monitor-too-large" | "https://stoa.dev/problems/region-unreachable";
                        /** @constant */
                        readonly status?: 502;
                        /** @enum {unknown} */
                        readonly code?: 502;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Prometheus has too many requests (`monitor-busy`); The Kubernetes API is busy (`unavailable`). */
            readonly 503: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/monitor-busy" | "https://stoa.dev/problems/unavailable";
                        /** @constant */
                        readonly status?: 503;
                        /** @enum {unknown} */
                        readonly code?: 503;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 504: components["responses"]["MonitorTooSlow"];
        };
    };
    readonly listTeams: {
        readonly parameters: {
            readonly query?: {
                /** @description Only what has this text in its name. */
                readonly query?: string;
                /** @description The page, from 1; 1 where it is no such number. */
                readonly page?: string;
                /** @description Entries of a page, at most 1000; 10 where it is no such number. */
                readonly page_size?: string;
                /** @description The region that is asked; the first one where it is left out. */
                readonly region_name?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of the teams. */
            readonly 200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TeamPage"];
                };
            };
            readonly 400: components["responses"]["Invalid"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["RegionNotFound"];
            readonly 408: components["responses"]["TooSlow"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["Internal"];
            readonly 502: components["responses"]["RegionUnreachable"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly readTeam: {
        readonly parameters: {
            readonly query?: {
                /** @description The region that is asked; the first one where it is left out. */
                readonly region_name?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The team. */
            readonly 200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Team"];
                };
            };
            readonly 400: components["responses"]["Invalid"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such operation (`path-not-found`). */
            readonly 404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        readonly status?: 404;
                        /** @enum {unknown} */
                        readonly code?: 2000 | 3000 | 404;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["TooSlow"];
            readonly 409: components["responses"]["TeamAmbiguous"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["NotJson"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["Internal"];
            readonly 502: components["responses"]["RegionUnreachable"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listTeamRegions: {
        readonly parameters: {
            readonly query?: {
                /** @description Only what has this text in its name. */
                readonly query?: string;
                /** @description The page, from 1; 1 where it is no such number. */
                readonly page?: string;
                /** @description Entries of a page, at most 1000; 10 where it is no such number. */
                readonly page_size?: string;
                /** @description The region that is asked; the first one where it is left out. */
                readonly region_name?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of the regions. */
            readonly 200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TeamRegionPage"];
                };
            };
            readonly 400: components["responses"]["Invalid"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such operation (`path-not-found`). */
            readonly 404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        readonly status?: 404;
                        /** @enum {unknown} */
                        readonly code?: 2000 | 3000 | 404;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["TooSlow"];
            readonly 409: components["responses"]["TeamAmbiguous"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["NotJson"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["Internal"];
            readonly 502: components["responses"]["RegionUnreachable"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listRegions: {
        readonly parameters: {
            readonly query?: {
                /** @description The region that is asked; the first one where it is left out. */
                readonly region_name?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description All regions for a token of the first one; for a token of another one, that region. */
            readonly 200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Region"][];
                };
            };
            readonly 400: components["responses"]["Invalid"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["RegionNotFound"];
            readonly 408: components["responses"]["TooSlow"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["Internal"];
            readonly 502: components["responses"]["RegionUnreachable"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly readCurrentUser: {
        readonly parameters: {
            readonly query?: {
                /** @description The region that is asked; the first one where it is left out. */
                readonly region_name?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The user, as the cluster names it. */
            readonly 200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CurrentUser"];
                };
            };
            readonly 400: components["responses"]["Invalid"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["RegionNotFound"];
            readonly 408: components["responses"]["TooSlow"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["Internal"];
            readonly 502: components["responses"]["RegionUnreachable"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listApplications: {
        readonly parameters: {
            readonly query?: {
                /** @description Only what has this text in its name. */
                readonly query?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The applications, the oldest first. */
            readonly 200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ListedApplication"][];
                };
            };
            readonly 400: components["responses"]["Invalid"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such operation (`path-not-found`). */
            readonly 404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        readonly status?: 404;
                        /** @enum {unknown} */
                        readonly code?: 2000 | 3000 | 404;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["TooSlow"];
            readonly 409: components["responses"]["TeamAmbiguous"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["NotJson"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["Internal"];
            readonly 502: components["responses"]["RegionUnreachable"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createApplication: {
        readonly parameters: {
            readonly query?: {
                /** @description true or 1: nothing is written; the response says what would be, and what this request would be answered. */
                readonly dryRun?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewApplication"];
            };
        };
        readonly responses: {
            /** @description The application is stored. */
            readonly 201: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    /** @description Members of the body that have no effect, where there are any. */
                    readonly "X-Stoa-Ignored"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListedApplication"] | components["schemas"]["DryRun"];
                };
            };
            /** @description Another application has the name (`app-name-taken`); Another Application has the name in the cluster (`app-object-taken`); The request is not valid (`invalid`). */
            readonly 400: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/app-name-taken" | "https://stoa.dev/problems/app-object-taken" | "https://stoa.dev/problems/invalid";
                        /** @constant */
                        readonly status?: 400;
                        /** @enum {unknown} */
                        readonly code?: 400 | 21003 | 20400;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such operation (`path-not-found`). */
            readonly 404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        readonly status?: 404;
                        /** @enum {unknown} */
                        readonly code?: 2000 | 3000 | 404;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["TooSlow"];
            readonly 409: components["responses"]["TeamAmbiguous"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["NotJson"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["Internal"];
            readonly 502: components["responses"]["RegionUnreachable"];
            readonly 503: components["responses"]["Unavailable"];
            readonly 504: components["responses"]["Ambiguous"];
        };
    };
    readonly readApplication: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                readonly app_id: number | string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The application. */
            readonly 200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Application"];
                };
            };
            readonly 400: components["responses"]["Invalid"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such operation (`path-not-found`). */
            readonly 404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        readonly status?: 404;
                        /** @enum {unknown} */
                        readonly code?: 2000 | 3000 | 4000 | 404;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["TooSlow"];
            readonly 409: components["responses"]["TeamAmbiguous"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["NotJson"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["Internal"];
            readonly 502: components["responses"]["RegionUnreachable"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly deleteApplication: {
        readonly parameters: {
            readonly query?: {
                /** @description true or 1: also while components run. false, 0 or left out: only if none runs. */
                readonly force?: string;
                /** @description true or 1: nothing is written; the response says what would be, and what this request would be answered. */
                readonly dryRun?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                readonly app_id: number | string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The application as it was. */
            readonly 200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListedApplication"] | components["schemas"]["DryRun"];
                };
            };
            /** @description Components of the application run (`app-runs`); The request is not valid (`invalid`). */
            readonly 400: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/app-runs" | "https://stoa.dev/problems/invalid";
                        /** @constant */
                        readonly status?: 400;
                        /** @enum {unknown} */
                        readonly code?: 400 | 20400;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such operation (`path-not-found`). */
            readonly 404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        readonly status?: 404;
                        /** @enum {unknown} */
                        readonly code?: 2000 | 3000 | 4000 | 404;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["TooSlow"];
            /** @description Several namespaces have the label of the team (`team-ambiguous`); The object is managed from elsewhere (`managed-elsewhere`). */
            readonly 409: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-ambiguous" | "https://stoa.dev/problems/managed-elsewhere";
                        /** @constant */
                        readonly status?: 409;
                        /** @enum {unknown} */
                        readonly code?: 409;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["NotJson"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["Internal"];
            readonly 502: components["responses"]["RegionUnreachable"];
            readonly 503: components["responses"]["Unavailable"];
            readonly 504: components["responses"]["Ambiguous"];
        };
    };
    readonly listServices: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                readonly app_id: number | string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The components, by the names of their workloads. */
            readonly 200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ComponentRecord"][];
                };
            };
            readonly 400: components["responses"]["Invalid"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such operation (`path-not-found`). */
            readonly 404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        readonly status?: 404;
                        /** @enum {unknown} */
                        readonly code?: 2000 | 3000 | 4000 | 404;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["TooSlow"];
            readonly 409: components["responses"]["TeamAmbiguous"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["NotJson"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["Internal"];
            readonly 502: components["responses"]["RegionUnreachable"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly readService: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                readonly app_id: number | string;
                /** @description Component: service_id or service_alias of its record. */
                readonly service_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The component. */
            readonly 200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ComponentRecord"];
                };
            };
            readonly 400: components["responses"]["Invalid"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such component (`service-not-found`); There is no such operation (`path-not-found`). */
            readonly 404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/service-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        readonly status?: 404;
                        /** @enum {unknown} */
                        readonly code?: 2000 | 3000 | 4000 | 404;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["TooSlow"];
            readonly 409: components["responses"]["TeamAmbiguous"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["NotJson"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["Internal"];
            readonly 502: components["responses"]["RegionUnreachable"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listServiceEvents: {
        readonly parameters: {
            readonly query?: {
                /** @description The page, from 1; 1 where it is no such number. */
                readonly page?: string;
                /** @description Entries of a page, at most 1000; 10 where it is no such number. */
                readonly page_size?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                readonly app_id: number | string;
                /** @description Component: service_id or service_alias of its record. */
                readonly service_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of the Events, the newest first. */
            readonly 200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EventPage"];
                };
            };
            readonly 400: components["responses"]["Invalid"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such component (`service-not-found`); There is no such operation (`path-not-found`). */
            readonly 404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/service-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        readonly status?: 404;
                        /** @enum {unknown} */
                        readonly code?: 2000 | 3000 | 4000 | 404;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["TooSlow"];
            readonly 409: components["responses"]["TeamAmbiguous"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["NotJson"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["Internal"];
            readonly 502: components["responses"]["RegionUnreachable"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly operateComponents: {
        readonly parameters: {
            readonly query?: {
                /** @description true or 1: nothing is written; the response says what would be, and what this request would be answered. */
                readonly dryRun?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Region, by its name. */
                readonly region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                readonly app_id: number | string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ComponentOperation"];
            };
        };
        readonly responses: {
            /** @description The specs say so: the components start or stop. */
            readonly 200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    /** @description Members of the body that have no effect, where there are any. */
                    readonly "X-Stoa-Ignored"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OperationDone"] | components["schemas"]["DryRun"];
                };
            };
            readonly 400: components["responses"]["Invalid"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such component (`service-not-found`); There is no such operation (`path-not-found`); There is no such install (`install-not-found`). */
            readonly 404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/service-not-found" | "https://stoa.dev/problems/path-not-found" | "https://stoa.dev/problems/install-not-found";
                        /** @constant */
                        readonly status?: 404;
                        /** @enum {unknown} */
                        readonly code?: 2000 | 3000 | 4000 | 404;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["TooSlow"];
            /** @description Several namespaces have the label of the team (`team-ambiguous`); The components cannot be operated like this (`operation-impossible`); The object is managed from elsewhere (`managed-elsewhere`). */
            readonly 409: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-ambiguous" | "https://stoa.dev/problems/operation-impossible" | "https://stoa.dev/problems/managed-elsewhere";
                        /** @constant */
                        readonly status?: 409;
                        /** @enum {unknown} */
                        readonly code?: 409;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["NotJson"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["Internal"];
            readonly 502: components["responses"]["RegionUnreachable"];
            readonly 503: components["responses"]["Unavailable"];
            readonly 504: components["responses"]["Ambiguous"];
        };
    };
    readonly listCertificates: {
        readonly parameters: {
            readonly query?: {
                /** @description The page, from 1; 1 where it is no such number. */
                readonly page?: string;
                /** @description Entries of a page, at most 1000; 10 where it is no such number. */
                readonly page_size?: string;
                /** @description The region that is asked; the first one where it is left out. */
                readonly region_name?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of the certificates. */
            readonly 200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CertificatePage"];
                };
            };
            readonly 400: components["responses"]["Invalid"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such operation (`path-not-found`). */
            readonly 404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        readonly status?: 404;
                        /** @enum {unknown} */
                        readonly code?: 2000 | 3000 | 404;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["TooSlow"];
            readonly 409: components["responses"]["TeamAmbiguous"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["NotJson"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["Internal"];
            readonly 502: components["responses"]["RegionUnreachable"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createCertificate: {
        readonly parameters: {
            readonly query?: {
                /** @description The region that is asked; the first one where it is left out. */
                readonly region_name?: string;
                /** @description true or 1: nothing is written; the response says what would be, and what this request would be answered. */
                readonly dryRun?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewCertificate"];
            };
        };
        readonly responses: {
            /** @description The certificate is stored: its record, without the private key. */
            readonly 200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    /** @description Members of the body that have no effect, where there are any. */
                    readonly "X-Stoa-Ignored"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Certificate"] | components["schemas"]["DryRun"];
                };
            };
            readonly 400: components["responses"]["Invalid"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such operation (`path-not-found`). */
            readonly 404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        readonly status?: 404;
                        /** @enum {unknown} */
                        readonly code?: 2000 | 3000 | 404;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["TooSlow"];
            readonly 409: components["responses"]["TeamAmbiguous"];
            readonly 412: components["responses"]["AliasTaken"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["NotJson"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["Internal"];
            readonly 502: components["responses"]["RegionUnreachable"];
            readonly 503: components["responses"]["Unavailable"];
            readonly 504: components["responses"]["Ambiguous"];
        };
    };
    readonly readCertificate: {
        readonly parameters: {
            readonly query?: {
                /** @description The region that is asked; the first one where it is left out. */
                readonly region_name?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Certificate: id of its record. */
                readonly certificate_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The certificate. */
            readonly 200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Certificate"];
                };
            };
            readonly 400: components["responses"]["Invalid"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such operation (`path-not-found`); The team has no such certificate (`certificate-unknown`). */
            readonly 404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/path-not-found" | "https://stoa.dev/problems/certificate-unknown";
                        /** @constant */
                        readonly status?: 404;
                        /** @enum {unknown} */
                        readonly code?: 2000 | 3000 | 404;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["TooSlow"];
            readonly 409: components["responses"]["TeamAmbiguous"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["NotJson"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["Internal"];
            readonly 502: components["responses"]["RegionUnreachable"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly replaceCertificate: {
        readonly parameters: {
            readonly query?: {
                /** @description The region that is asked; the first one where it is left out. */
                readonly region_name?: string;
                /** @description true or 1: nothing is written; the response says what would be, and what this request would be answered. */
                readonly dryRun?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Certificate: id of its record. */
                readonly certificate_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewCertificate"];
            };
        };
        readonly responses: {
            /** @description The certificate as it is now. */
            readonly 200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    /** @description Members of the body that have no effect, where there are any. */
                    readonly "X-Stoa-Ignored"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Certificate"] | components["schemas"]["DryRun"];
                };
            };
            readonly 400: components["responses"]["Invalid"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such operation (`path-not-found`); The team has no such certificate (`certificate-unknown`). */
            readonly 404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/path-not-found" | "https://stoa.dev/problems/certificate-unknown";
                        /** @constant */
                        readonly status?: 404;
                        /** @enum {unknown} */
                        readonly code?: 2000 | 3000 | 404;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["TooSlow"];
            /** @description Several namespaces have the label of the team (`team-ambiguous`); The object is managed from elsewhere (`managed-elsewhere`). */
            readonly 409: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-ambiguous" | "https://stoa.dev/problems/managed-elsewhere";
                        /** @constant */
                        readonly status?: 409;
                        /** @enum {unknown} */
                        readonly code?: 409;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 412: components["responses"]["AliasTaken"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["NotJson"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["Internal"];
            readonly 502: components["responses"]["RegionUnreachable"];
            readonly 503: components["responses"]["Unavailable"];
            readonly 504: components["responses"]["Ambiguous"];
        };
    };
    readonly deleteCertificate: {
        readonly parameters: {
            readonly query?: {
                /** @description The region that is asked; the first one where it is left out. */
                readonly region_name?: string;
                /** @description true or 1: nothing is written; the response says what would be, and what this request would be answered. */
                readonly dryRun?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Team: value of the label stoa.dev/team of a namespace. */
                readonly team_id: string;
                /** @description Certificate: id of its record. */
                readonly certificate_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The certificate as it was. */
            readonly 200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Certificate"] | components["schemas"]["DryRun"];
                };
            };
            /** @description The request is not valid (`invalid`); A rule has the certificate (`certificate-in-use`). */
            readonly 400: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/invalid" | "https://stoa.dev/problems/certificate-in-use";
                        /** @constant */
                        readonly status?: 400;
                        /** @enum {unknown} */
                        readonly code?: 20400 | 400;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such operation (`path-not-found`); The team has no such certificate (`certificate-unknown`). */
            readonly 404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/path-not-found" | "https://stoa.dev/problems/certificate-unknown";
                        /** @constant */
                        readonly status?: 404;
                        /** @enum {unknown} */
                        readonly code?: 2000 | 3000 | 404;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 408: components["responses"]["TooSlow"];
            /** @description Several namespaces have the label of the team (`team-ambiguous`); The object is managed from elsewhere (`managed-elsewhere`). */
            readonly 409: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    readonly "X-Request-Id": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        readonly type?: "https://stoa.dev/problems/team-ambiguous" | "https://stoa.dev/problems/managed-elsewhere";
                        /** @constant */
                        readonly status?: 409;
                        /** @enum {unknown} */
                        readonly code?: 409;
                    };
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["NotJson"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["Internal"];
            readonly 502: components["responses"]["RegionUnreachable"];
            readonly 503: components["responses"]["Unavailable"];
            readonly 504: components["responses"]["Ambiguous"];
        };
    };
}
