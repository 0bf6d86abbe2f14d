// Generated from docs/openapi.json (b2c0d3117e9a678f) by `npm run generate:client`.
export interface paths {
    "/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/domains": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
            };
            cookie?: never;
        };
        /** List the rules of an application */
        get: operations["listRules"];
        put?: never;
        /** Create a gateway policy: an http, a tcp or a tls rule */
        post: operations["createRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/domains/{rule_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
                /** @description Rule: http_rule_id, tcp_rule_id or tls_rule_id of its record. */
                rule_id: string;
            };
            cookie?: never;
        };
        /** Read one rule */
        get: operations["readRule"];
        /** Edit one rule: what the body leaves out stays as it is */
        put: operations["editRule"];
        post?: never;
        /** Delete one rule */
        delete: operations["deleteRule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/httpdomains": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
            };
            cookie?: never;
        };
        /** List the http rules of an application */
        get: operations["listHttpRules"];
        put?: never;
        /** Create an http rule */
        post: operations["createHttpRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/httpdomains/{rule_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
                /** @description Rule: http_rule_id, tcp_rule_id or tls_rule_id of its record. */
                rule_id: string;
            };
            cookie?: never;
        };
        /** Read one http rule */
        get: operations["readHttpRule"];
        /** Edit one http rule: what the body leaves out stays as it is */
        put: operations["editHttpRule"];
        post?: never;
        /** Delete one http rule */
        delete: operations["deleteHttpRule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi/v1/httpdomains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the http rules of all teams */
        get: operations["listAllHttpRules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/install": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Install an application model or a chart */
        post: operations["installModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/installs/{install_id}/plan": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
                /** @description Install: install_id of its record, or its name. */
                install_id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Preview a version of an install */
        post: operations["planInstall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/installs": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
            };
            cookie?: never;
        };
        /** List what was installed into an application */
        get: operations["listInstalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/installs/{install_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
                /** @description Install: install_id of its record, or its name. */
                install_id: string;
            };
            cookie?: never;
        };
        /** Read the state of one install */
        get: operations["readInstall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/installs/{install_id}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
                /** @description Install: install_id of its record, or its name. */
                install_id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Go back to a version of an install that was in place */
        post: operations["rollbackInstall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/upgrade": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
            };
            cookie?: never;
        };
        /** List the installs of an application with the newer versions in their stores */
        get: operations["listUpgrades"];
        put?: never;
        /** Upgrade installs of an application to other versions */
        post: operations["upgradeInstalls"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi/v1/teams/{team_id}/store/apps": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
            };
            cookie?: never;
        };
        /** List what a store offers */
        get: operations["listStoreApps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi/v1/teams/{team_id}/store/apps/{app_model_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description The application model or chart. */
                app_model_id: string;
            };
            cookie?: never;
        };
        /** Read one application model or chart of a store, with its versions and default values */
        get: operations["readStoreApp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/monitor/query": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
            };
            cookie?: never;
        };
        /** Real-time monitoring of the components of an application */
        get: operations["queryMonitor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/monitor/query_range": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
            };
            cookie?: never;
        };
        /** Monitoring of the components of an application over a time */
        get: operations["queryMonitorRange"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi/v1/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the teams whose Applications the token may list */
        get: operations["listTeams"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi/v1/teams/{team_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
            };
            cookie?: never;
        };
        /** Read one team */
        get: operations["readTeam"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi/v1/teams/{team_id}/regions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
            };
            cookie?: never;
        };
        /** List the region of a team: the one that is asked */
        get: operations["listTeamRegions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi/v1/regions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the regions that the API serves */
        get: operations["listRegions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi/v1/currentuser": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read who the owner of the token is */
        get: operations["readCurrentUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi/v1/teams/{team_id}/regions/{region_name}/apps": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
            };
            cookie?: never;
        };
        /** List the applications of a team */
        get: operations["listApplications"];
        put?: never;
        /** Create an application */
        post: operations["createApplication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
            };
            cookie?: never;
        };
        /** Read one application, with its components in numbers */
        get: operations["readApplication"];
        put?: never;
        post?: never;
        /** Delete an application, with its rules and installs */
        delete: operations["deleteApplication"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/topology": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
            };
            cookie?: never;
        };
        /** Read how an application is put together, and how each part fares */
        get: operations["readTopology"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
            };
            cookie?: never;
        };
        /** List the Events on an application, its rules and installs, and on its components and their pods */
        get: operations["listApplicationEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/services": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
            };
            cookie?: never;
        };
        /** List the components of an application */
        get: operations["listServices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/services/{service_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
                /** @description Component: service_id or service_alias of its record. */
                service_id: string;
            };
            cookie?: never;
        };
        /** Read one component, with the addresses of its rules */
        get: operations["readService"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/services/{service_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
                /** @description Component: service_id or service_alias of its record. */
                service_id: string;
            };
            cookie?: never;
        };
        /** List the Events on a component and on its pods */
        get: operations["listServiceEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/operations": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Start or stop components of an application */
        post: operations["operateComponents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi/v1/teams/{team_id}/certificates": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
            };
            cookie?: never;
        };
        /** List the certificates of a team: all of its TLS Secrets */
        get: operations["listCertificates"];
        put?: never;
        /** Upload a certificate with its private key */
        post: operations["createCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi/v1/teams/{team_id}/certificates/{certificate_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Certificate: id of its record, or name of its Secret. */
                certificate_id: string;
            };
            cookie?: never;
        };
        /** Read one certificate, without its private key */
        get: operations["readCertificate"];
        /** Replace a certificate and its private key; its number stays */
        put: operations["replaceCertificate"];
        post?: never;
        /** Delete a certificate that no rule has */
        delete: operations["deleteCertificate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi/v1/teams/{team_id}/regions/{region_name}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
            };
            cookie?: never;
        };
        /** Watch what changes in a team */
        get: operations["watchTeam"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        PostGatewayRule: {
            /**
             * @description http for the half http, tcp or udp for the half tcp, tls for the half tls; udp states that the rule is for UDP.
             * @enum {string}
             */
            protocol: "http" | "tcp" | "udp" | "tls";
            http?: components["schemas"]["Http"];
            tcp?: components["schemas"]["Tcp"];
            tls?: components["schemas"]["Tls"];
        };
        Http: {
            /** @description Component that gets the requests: the value of its label stoa.dev/component-id. */
            service_id: string;
            /** @description Port of the component: the number that its containers listen at, or that of its Service; of two that fit, the first. */
            container_port: number;
            /** @description TLS certificate: value of the label stoa.dev/certificate-id of a Secret of the team; 0: none. */
            certificate_id?: number;
            /** @description TLS certificate by the name of a Secret of the team, where certificate_id is 0 or left out; empty: none. */
            certificate_name?: string;
            /** @description Host name that the rule answers for; the first label may be *. */
            domain_name: string;
            /** @description Cookies that a request must all carry, as name=value;name=value. */
            domain_cookie?: string;
            /** @description Headers that a request must all carry, as name=value;name=value. */
            domain_header?: string;
            /** @description Share of the requests among rules with the same host, path and conditions; 100 where left out. */
            the_weight?: number;
            /** @description Path prefix that the rule answers for, by whole segments; / where left out. */
            domain_path?: string;
            /** @description Settings beside the fields, each key once. */
            rule_extensions?: (components["schemas"]["PostTCPGatewayRuleExtensions"] | string)[];
            /** @description Opens the port of the component to the outside by this rule. */
            whether_open?: boolean;
            /** @description Obtains a certificate for the host and upgrades the rule to HTTPS. */
            auto_ssl?: boolean;
            /** @description How the certificate is obtained, for example clusterissuer/letsencrypt; empty: not said. */
            auto_ssl_config?: string;
            /** @description Settings of the proxy: a whole set, of which what is left out has its default. */
            configuration?: components["schemas"]["Configuration"];
            /** @description What the rule does beyond the contract, with the members of spec.http.policy of a GatewayRule; {} is nothing. */
            policy?: {
                /** @description Further conditions on requests. */
                match?: {
                    /** @description Methods, one of which a request must have. */
                    methods?: ("GET" | "HEAD" | "POST" | "PUT" | "DELETE" | "CONNECT" | "OPTIONS" | "TRACE" | "PATCH")[];
                    /** @description Parameters that a request must all have, name to value. */
                    query?: {
                        [key: string]: string;
                    };
                    /**
                     * @description Whether domainPath is the beginning of paths, or the whole path.
                     * @enum {string}
                     */
                    path?: "prefix" | "exact";
                    /** @description Regular expression that the whole path must match, in place of path. It begins with domainPath: /api/v[0-9]+(/.*)? for /api. */
                    pathRegex?: string;
                    /** @description Calls of gRPC that the rule is for, in place of a path: those of a service, of one method, or all where it has neither. The host is for rules with grpc only, then. */
                    grpc?: {
                        /** @description Service with its package, such as shop.v1.Cart; any where left out. */
                        service?: string;
                        /** @description Method of the service; any where left out. */
                        method?: string;
                    };
                };
                /** @description Protocol of the port that the rule leads to; of rules for one port that have it, the oldest decides. */
                backend?: {
                    /**
                     * @description Protocol that the port speaks, whatever its Service declares.
                     * @enum {string}
                     */
                    protocol: "http" | "h2c" | "https";
                    /** @description Host that the certificate of the component must be for; with https only, and always. */
                    serverName?: string;
                    /** @description ConfigMap of this namespace with the authorities of that certificate in its key ca.crt; those of the system where left out. */
                    caConfigMapName?: string;
                };
                /** @description Path and host that the component sees. */
                rewrite?: {
                    /** @description Path that the component sees. */
                    path?: {
                        /** @description Path in place of the one of the rule; the rest of the path stays. */
                        prefix?: string;
                        /** @description Path in place of the whole one. */
                        full?: string;
                    };
                    /** @description Host that the component sees. */
                    host?: string;
                };
                /** @description Limits of time. */
                timeouts?: {
                    /** @description Time until the answer is complete, all tries together; 0s is no limit. */
                    request?: string;
                    /** @description Time of one try, from the request to the component on. */
                    backendRequest?: string;
                };
                /** @description Requests that are sent again after a failure. */
                retry?: {
                    /** @description Statuses after which a request is sent again; without them, only those for which no connection came about. */
                    codes?: number[];
                    /** @description Largest number of tries after the first; 1 where left out. */
                    attempts?: number;
                    /** @description Shortest pause before a try; 0s is none. */
                    backoff?: string;
                };
                /** @description Pages of other origins that may send requests. */
                cors?: {
                    /** @description Origins whose pages may read answers; * is any. */
                    allowOrigins: string[];
                    /** @description Whether requests may carry cookies. */
                    allowCredentials?: boolean;
                    /** @description Methods that pages may use; * is any. */
                    allowMethods?: ("*" | "GET" | "HEAD" | "POST" | "PUT" | "DELETE" | "CONNECT" | "OPTIONS" | "TRACE" | "PATCH")[];
                    /** @description Request headers that pages may set; * is any. */
                    allowHeaders?: string[];
                    /** @description Response headers that pages may read. */
                    exposeHeaders?: string[];
                    /** @description Seconds for which a browser keeps this. */
                    maxAge?: number;
                };
                /** @description Answer in place of the component: another address. */
                redirect?: {
                    /**
                     * @description Scheme to redirect to; that of the request where left out.
                     * @enum {string}
                     */
                    scheme?: "http" | "https";
                    /** @description Host to redirect to; that of the request where left out. */
                    host?: string;
                    /** @description Port to redirect to. */
                    port?: number;
                    /** @description Path to redirect to. */
                    path?: {
                        /** @description Path in place of the one of the rule; the rest of the path stays. */
                        prefix?: string;
                        /** @description Path in place of the whole one. */
                        full?: string;
                    };
                    /**
                     * @description Status of the redirect; 302 where left out.
                     * @enum {number}
                     */
                    code?: 301 | 302 | 303 | 307 | 308;
                };
                /** @description Component that gets copies of the requests. */
                mirror?: {
                    /** @description Component of the same application that gets copies; its answers are dropped. */
                    serviceId?: string;
                    /** @description Service of this namespace that gets copies, by its name, in place of serviceId. */
                    serviceName?: string;
                    /** @description Port of that component, by number or name. */
                    port: number | string;
                    /** @description Share of requests that are copied; 100 where left out. */
                    percent?: number;
                };
                /** @description Changes to headers that the component gets. */
                requestHeaders?: {
                    /** @description Headers that get this value alone. */
                    set?: {
                        /** @description Header name. */
                        key: string;
                        /** @description Header value. */
                        value: string;
                    }[];
                    /** @description Headers that get a further value. */
                    add?: {
                        /** @description Header name. */
                        key: string;
                        /** @description Header value. */
                        value: string;
                    }[];
                    /** @description Headers that are removed. */
                    remove?: string[];
                };
                /** @description Changes to headers that the client gets. */
                responseHeaders?: {
                    /** @description Headers that get this value alone. */
                    set?: {
                        /** @description Header name. */
                        key: string;
                        /** @description Header value. */
                        value: string;
                    }[];
                    /** @description Headers that get a further value. */
                    add?: {
                        /** @description Header name. */
                        key: string;
                        /** @description Header value. */
                        value: string;
                    }[];
                    /** @description Headers that are removed. */
                    remove?: string[];
                };
                /** @description Limit of requests; more are refused with 429. */
                rateLimit?: {
                    /** @description Requests that each replica of the gateway lets through in a period. */
                    requests: number;
                    /**
                     * @description Period.
                     * @enum {string}
                     */
                    per: "second" | "minute" | "hour";
                    /** @description Requests that may come at once; as many as requests where left out. */
                    burst?: number;
                    /**
                     * @description Whether each client address has the limit, or all clients together; rule where left out.
                     * @enum {string}
                     */
                    by?: "client" | "rule";
                };
                /** @description Addresses of clients whose requests are let through; all others get 403. */
                allow?: string[];
                /** @description Addresses of clients whose requests get 403, also if allow has them. */
                deny?: string[];
                /** @description Names and passwords, one of which a request must have. */
                basicAuth?: {
                    /** @description Secret in the namespace of the rule with names and passwords, in the form of htpasswd, one NAME:{SHA}HASH a line as htpasswd -nbs prints it. The key that holds them depends on the gateway engine: with Traefik, any key, if the Secret has no other; with Envoy Gateway, .htpasswd; with NGINX Gateway Fabric, auth, in a Secret of the type nginx.org/htpasswd. For Traefik: kubectl create secret generic NAME --from-file=users=FILE. Until the engine can use the Secret, all requests of the rule get an error. */
                    secretName: string;
                };
                /** @description Component that is asked whether a request may pass, beside what the other members demand. */
                externalAuth?: {
                    /** @description Component of the same application that is asked about each request: its answer 200 lets the request through, any other goes to the client. */
                    serviceId?: string;
                    /** @description Service of this namespace that is asked about each request, by its name, in place of serviceId. */
                    serviceName?: string;
                    /** @description Port of that component, by number or name. */
                    port: number | string;
                    /** @description Path at which it is asked, whatever the path of the request; left to the engine where left out. */
                    path?: string;
                    /** @description Headers of the request that it gets, beside Authorization. */
                    requestHeaders?: string[];
                    /** @description Headers of its answer that the request goes on with. */
                    responseHeaders?: string[];
                };
                /** @description Encodings in which answers are compressed for clients that take them, the preferred first. */
                compression?: ("gzip" | "brotli" | "zstd")[];
            };
        };
        PostTCPGatewayRuleExtensions: {
            /** @description Name of the extension, for example httptohttps or lb-type. */
            key: string;
            /** @description Its value. */
            value: string;
        };
        Configuration: {
            /**
             * @description Largest request body in MiB; 0 is unlimited.
             * @default 0
             */
            proxy_body_size: number;
            /**
             * @description Number of response buffers.
             * @default 4
             */
            proxy_buffer_numbers: number;
            /**
             * @description Size of one response buffer in KiB.
             * @default 4
             */
            proxy_buffer_size: number;
            /**
             * @description Whether answers are buffered.
             * @default off
             * @enum {string}
             */
            proxy_buffering: "on" | "off";
            /**
             * @description Time to connect to the component, in seconds.
             * @default 75
             */
            proxy_connect_timeout: number;
            /**
             * @description Longest pause between two reads of an answer, in seconds.
             * @default 60
             */
            proxy_read_timeout: number;
            /**
             * @description Longest pause between two writes of a request, in seconds.
             * @default 60
             */
            proxy_send_timeout: number;
            /** @description Request headers that the component receives; an empty value removes one. */
            set_headers?: (components["schemas"]["HTTPHeader"] | {
                /** @description Header name. */
                item_key: string;
                /** @description Header value; empty removes the header. */
                item_value: string;
            })[];
        };
        HTTPHeader: {
            /** @description Header name. */
            key: string;
            /** @description Header value; empty removes the header. */
            value: string;
        };
        Tcp: {
            /** @description Port of the component: the number that its containers listen at, or that of its Service; of two that fit, the first. */
            container_port: number;
            /** @description Component that gets the connections: the value of its label stoa.dev/component-id. */
            service_id: string;
            /** @description Where the gateway listens, as ip:port or [ip]:port; 0.0.0.0 is every address. */
            end_point: string;
            /** @description Settings beside the fields, each key once. */
            rule_extensions?: (components["schemas"]["PostTCPGatewayRuleExtensions"] | string)[];
            /** @description Port that the platform proposed. */
            default_port: number;
            /** @description Address that the platform proposed. */
            default_ip: string;
        };
        Tls: {
            /** @description Component that gets the connections: the value of its label stoa.dev/component-id. */
            service_id: string;
            /** @description Port of the component: the number that its containers listen at, or that of its Service; of two that fit, the first. */
            container_port: number;
            /** @description Host name that clients ask for by SNI; a wildcard is not possible. The gateway passes the connection on as it is: the component has the certificate. */
            domain_name: string;
        };
        EditedRule: {
            /**
             * @description http for the half http, tcp or udp for the half tcp, tls for the half tls; udp states that the rule is for UDP.
             * @enum {string}
             */
            protocol?: "http" | "tcp" | "udp" | "tls";
            http?: components["schemas"]["EditedHttp"];
            tcp?: components["schemas"]["EditedTcp"];
            tls?: components["schemas"]["EditedTls"];
        };
        EditedHttp: {
            /** @description Component that gets the requests: the value of its label stoa.dev/component-id. */
            service_id?: string;
            /** @description Port of the component: the number that its containers listen at, or that of its Service; of two that fit, the first. */
            container_port?: number;
            /** @description TLS certificate: value of the label stoa.dev/certificate-id of a Secret of the team; 0: none. */
            certificate_id?: number;
            /** @description TLS certificate by the name of a Secret of the team, where certificate_id is 0 or left out; empty: none. */
            certificate_name?: string;
            /** @description Host name that the rule answers for; the first label may be *. */
            domain_name?: string;
            /** @description Cookies that a request must all carry, as name=value;name=value. */
            domain_cookie?: string;
            /** @description Headers that a request must all carry, as name=value;name=value. */
            domain_header?: string;
            /** @description Share of the requests among rules with the same host, path and conditions; 100 where left out. */
            the_weight?: number;
            /** @description Path prefix that the rule answers for, by whole segments; / where left out. */
            domain_path?: string;
            /** @description Settings beside the fields, each key once. */
            rule_extensions?: (components["schemas"]["PostTCPGatewayRuleExtensions"] | string)[];
            /** @description Opens the port of the component to the outside by this rule. */
            whether_open?: boolean;
            /** @description Obtains a certificate for the host and upgrades the rule to HTTPS. */
            auto_ssl?: boolean;
            /** @description How the certificate is obtained, for example clusterissuer/letsencrypt; empty: not said. */
            auto_ssl_config?: string;
            /** @description Settings of the proxy: a whole set, of which what is left out has its default. */
            configuration?: components["schemas"]["Configuration"];
            /** @description What the rule does beyond the contract, with the members of spec.http.policy of a GatewayRule; {} is nothing. */
            policy?: {
                /** @description Further conditions on requests. */
                match?: {
                    /** @description Methods, one of which a request must have. */
                    methods?: ("GET" | "HEAD" | "POST" | "PUT" | "DELETE" | "CONNECT" | "OPTIONS" | "TRACE" | "PATCH")[];
                    /** @description Parameters that a request must all have, name to value. */
                    query?: {
                        [key: string]: string;
                    };
                    /**
                     * @description Whether domainPath is the beginning of paths, or the whole path.
                     * @enum {string}
                     */
                    path?: "prefix" | "exact";
                    /** @description Regular expression that the whole path must match, in place of path. It begins with domainPath: /api/v[0-9]+(/.*)? for /api. */
                    pathRegex?: string;
                    /** @description Calls of gRPC that the rule is for, in place of a path: those of a service, of one method, or all where it has neither. The host is for rules with grpc only, then. */
                    grpc?: {
                        /** @description Service with its package, such as shop.v1.Cart; any where left out. */
                        service?: string;
                        /** @description Method of the service; any where left out. */
                        method?: string;
                    };
                };
                /** @description Protocol of the port that the rule leads to; of rules for one port that have it, the oldest decides. */
                backend?: {
                    /**
                     * @description Protocol that the port speaks, whatever its Service declares.
                     * @enum {string}
                     */
                    protocol: "http" | "h2c" | "https";
                    /** @description Host that the certificate of the component must be for; with https only, and always. */
                    serverName?: string;
                    /** @description ConfigMap of this namespace with the authorities of that certificate in its key ca.crt; those of the system where left out. */
                    caConfigMapName?: string;
                };
                /** @description Path and host that the component sees. */
                rewrite?: {
                    /** @description Path that the component sees. */
                    path?: {
                        /** @description Path in place of the one of the rule; the rest of the path stays. */
                        prefix?: string;
                        /** @description Path in place of the whole one. */
                        full?: string;
                    };
                    /** @description Host that the component sees. */
                    host?: string;
                };
                /** @description Limits of time. */
                timeouts?: {
                    /** @description Time until the answer is complete, all tries together; 0s is no limit. */
                    request?: string;
                    /** @description Time of one try, from the request to the component on. */
                    backendRequest?: string;
                };
                /** @description Requests that are sent again after a failure. */
                retry?: {
                    /** @description Statuses after which a request is sent again; without them, only those for which no connection came about. */
                    codes?: number[];
                    /** @description Largest number of tries after the first; 1 where left out. */
                    attempts?: number;
                    /** @description Shortest pause before a try; 0s is none. */
                    backoff?: string;
                };
                /** @description Pages of other origins that may send requests. */
                cors?: {
                    /** @description Origins whose pages may read answers; * is any. */
                    allowOrigins: string[];
                    /** @description Whether requests may carry cookies. */
                    allowCredentials?: boolean;
                    /** @description Methods that pages may use; * is any. */
                    allowMethods?: ("*" | "GET" | "HEAD" | "POST" | "PUT" | "DELETE" | "CONNECT" | "OPTIONS" | "TRACE" | "PATCH")[];
                    /** @description Request headers that pages may set; * is any. */
                    allowHeaders?: string[];
                    /** @description Response headers that pages may read. */
                    exposeHeaders?: string[];
                    /** @description Seconds for which a browser keeps this. */
                    maxAge?: number;
                };
                /** @description Answer in place of the component: another address. */
                redirect?: {
                    /**
                     * @description Scheme to redirect to; that of the request where left out.
                     * @enum {string}
                     */
                    scheme?: "http" | "https";
                    /** @description Host to redirect to; that of the request where left out. */
                    host?: string;
                    /** @description Port to redirect to. */
                    port?: number;
                    /** @description Path to redirect to. */
                    path?: {
                        /** @description Path in place of the one of the rule; the rest of the path stays. */
                        prefix?: string;
                        /** @description Path in place of the whole one. */
                        full?: string;
                    };
                    /**
                     * @description Status of the redirect; 302 where left out.
                     * @enum {number}
                     */
                    code?: 301 | 302 | 303 | 307 | 308;
                };
                /** @description Component that gets copies of the requests. */
                mirror?: {
                    /** @description Component of the same application that gets copies; its answers are dropped. */
                    serviceId?: string;
                    /** @description Service of this namespace that gets copies, by its name, in place of serviceId. */
                    serviceName?: string;
                    /** @description Port of that component, by number or name. */
                    port: number | string;
                    /** @description Share of requests that are copied; 100 where left out. */
                    percent?: number;
                };
                /** @description Changes to headers that the component gets. */
                requestHeaders?: {
                    /** @description Headers that get this value alone. */
                    set?: {
                        /** @description Header name. */
                        key: string;
                        /** @description Header value. */
                        value: string;
                    }[];
                    /** @description Headers that get a further value. */
                    add?: {
                        /** @description Header name. */
                        key: string;
                        /** @description Header value. */
                        value: string;
                    }[];
                    /** @description Headers that are removed. */
                    remove?: string[];
                };
                /** @description Changes to headers that the client gets. */
                responseHeaders?: {
                    /** @description Headers that get this value alone. */
                    set?: {
                        /** @description Header name. */
                        key: string;
                        /** @description Header value. */
                        value: string;
                    }[];
                    /** @description Headers that get a further value. */
                    add?: {
                        /** @description Header name. */
                        key: string;
                        /** @description Header value. */
                        value: string;
                    }[];
                    /** @description Headers that are removed. */
                    remove?: string[];
                };
                /** @description Limit of requests; more are refused with 429. */
                rateLimit?: {
                    /** @description Requests that each replica of the gateway lets through in a period. */
                    requests: number;
                    /**
                     * @description Period.
                     * @enum {string}
                     */
                    per: "second" | "minute" | "hour";
                    /** @description Requests that may come at once; as many as requests where left out. */
                    burst?: number;
                    /**
                     * @description Whether each client address has the limit, or all clients together; rule where left out.
                     * @enum {string}
                     */
                    by?: "client" | "rule";
                };
                /** @description Addresses of clients whose requests are let through; all others get 403. */
                allow?: string[];
                /** @description Addresses of clients whose requests get 403, also if allow has them. */
                deny?: string[];
                /** @description Names and passwords, one of which a request must have. */
                basicAuth?: {
                    /** @description Secret in the namespace of the rule with names and passwords, in the form of htpasswd, one NAME:{SHA}HASH a line as htpasswd -nbs prints it. The key that holds them depends on the gateway engine: with Traefik, any key, if the Secret has no other; with Envoy Gateway, .htpasswd; with NGINX Gateway Fabric, auth, in a Secret of the type nginx.org/htpasswd. For Traefik: kubectl create secret generic NAME --from-file=users=FILE. Until the engine can use the Secret, all requests of the rule get an error. */
                    secretName: string;
                };
                /** @description Component that is asked whether a request may pass, beside what the other members demand. */
                externalAuth?: {
                    /** @description Component of the same application that is asked about each request: its answer 200 lets the request through, any other goes to the client. */
                    serviceId?: string;
                    /** @description Service of this namespace that is asked about each request, by its name, in place of serviceId. */
                    serviceName?: string;
                    /** @description Port of that component, by number or name. */
                    port: number | string;
                    /** @description Path at which it is asked, whatever the path of the request; left to the engine where left out. */
                    path?: string;
                    /** @description Headers of the request that it gets, beside Authorization. */
                    requestHeaders?: string[];
                    /** @description Headers of its answer that the request goes on with. */
                    responseHeaders?: string[];
                };
                /** @description Encodings in which answers are compressed for clients that take them, the preferred first. */
                compression?: ("gzip" | "brotli" | "zstd")[];
            };
        };
        EditedTcp: {
            /** @description Port of the component: the number that its containers listen at, or that of its Service; of two that fit, the first. */
            container_port?: number;
            /** @description Component that gets the connections: the value of its label stoa.dev/component-id. */
            service_id?: string;
            /** @description Where the gateway listens, as ip:port or [ip]:port; 0.0.0.0 is every address. */
            end_point?: string;
            /** @description Settings beside the fields, each key once. */
            rule_extensions?: (components["schemas"]["PostTCPGatewayRuleExtensions"] | string)[];
            /** @description Port that the platform proposed. */
            default_port?: number;
            /** @description Address that the platform proposed. */
            default_ip?: string;
        };
        EditedTls: {
            /** @description Component that gets the connections: the value of its label stoa.dev/component-id. */
            service_id?: string;
            /** @description Port of the component: the number that its containers listen at, or that of its Service; of two that fit, the first. */
            container_port?: number;
            /** @description Host name that clients ask for by SNI; a wildcard is not possible. The gateway passes the connection on as it is: the component has the certificate. */
            domain_name?: string;
        };
        Install: {
            /** @description Address of the store, of a repository of charts, https://… with an index, or of a registry, oci://…. The operator must be configured to allow it. */
            market_url: string;
            /** @description Tenant of the store that offers the application; charts and registries have none. */
            market_domain: string;
            market_type?: string | null;
            market_access_key?: string | null;
            access_key_secret?: string | null;
            /** @description The application model in the store, or the name of the chart. */
            app_model_id: string;
            /** @description Version of the model, exactly as the store spells it, or version of the chart; another one upgrades in place. */
            app_model_version: string;
            overrides?: {
                /** @description Component: its key or its name in status.components, or its k8s_component_name. */
                component: string;
                /** @description Number of pods; only of components that the model lets have several. */
                replicas?: number;
                /** @description CPU and memory of each pod. */
                resources?: {
                    /** @description What the scheduler keeps free for each pod. */
                    requests?: {
                        /** @description CPU, such as 500m or 2; 0 for none. */
                        cpu?: string;
                        /** @description Memory, such as 512Mi or 2Gi; 0 for none. */
                        memory?: string;
                    };
                    /** @description The most that each pod gets; the request, too, if that is left out. */
                    limits?: {
                        /** @description CPU, such as 500m or 2; 0 for none. */
                        cpu?: string;
                        /** @description Memory, such as 512Mi or 2Gi; 0 for none. */
                        memory?: string;
                    };
                };
                /** @description Envs, in addition to those of the model; each has either value or secret_key_ref. */
                envs?: {
                    /** @description Name of the env. */
                    name: string;
                    /** @description Value in place of that of the model; it may refer to other envs in the same way. */
                    value?: string;
                    /** @description Where the value is, if it is a secret. */
                    secret_key_ref?: {
                        /** @description Secret in this namespace; spec.grants.secrets must list it. */
                        name: string;
                        /** @description Key in the Secret. */
                        key: string;
                    };
                }[];
                /** @description Image in place of that of the model, in every version. */
                image?: string;
                /** @description Tag of the image of the model, in every version. */
                image_tag?: string;
                /** @description Volumes; size and class count when a volume is made, and stay. */
                volumes?: {
                    /** @description Name of the volume in the model. */
                    name: string;
                    /** @description Size, such as 20Gi. */
                    size?: string;
                    /** @description StorageClass. */
                    storage_class?: string;
                }[];
                /** @description Labels of the nodes on which the pods may run. */
                node_selector?: {
                    [key: string]: string;
                };
            }[] | null;
            values?: {
                [key: string]: unknown;
            } | null;
            values_from?: {
                /**
                 * @description Kind of the object.
                 * @enum {string}
                 */
                kind: "ConfigMap" | "Secret";
                /** @description Object in this namespace. */
                name: string;
                /** @description Key in the object, which has a map in YAML; values.yaml where left out. */
                key?: string;
                /** @description Whether the install goes on without the object or the key; it waits where left out. */
                optional?: boolean;
            }[] | null;
        };
        PlannedVersion: {
            version?: string | null;
        };
        Rollback: {
            version?: string | null;
        };
        Upgrade: {
            /** @description The models, each with its new version. */
            update_versions: {
                market_name?: string | null;
                install_id?: string | null;
                /** @description The application model in the store, or the name of the chart. */
                app_model_id: string;
                /** @description Version of the model, exactly as the store spells it, or version of the chart; another one upgrades in place. */
                app_model_version: string;
            }[];
        };
        NewApplication: {
            /** @description Name of the application that people see, of which the team has one. */
            app_name: string;
            /** @description Note on the application. */
            app_note?: string | null;
            /** @description Name of the Application in the cluster; a generated one where it is left out or empty. */
            k8s_app?: string | null;
        };
        ComponentOperation: {
            /**
             * @description start and deploy: the components run. stop: they have no pods. upgrade: nothing is left to do.
             * @enum {string}
             */
            action: "start" | "stop" | "upgrade" | "deploy";
            service_ids?: string[] | null;
        };
        NewCertificate: {
            /** @description Name of the certificate that people see, of which the team has one. */
            alias: string;
            /** @description The certificate and its chain, in PEM. */
            certificate: string;
            /** @description The private key of the certificate, in PEM without a passphrase. */
            private_key: string;
            /** @description Ignored: each certificate is one of a server. */
            certificate_type?: string | null;
        };
        GatewayRule: {
            http: components["schemas"]["HttpRecord"][];
            tcp: components["schemas"]["TcpRecord"][];
            /** @description Left out where there is none: the contract does not have them. */
            tls?: components["schemas"]["TlsRecord"][];
        };
        HttpRecord: {
            /** @description A number of the rule, which stays the same. */
            ID: number;
            /** @description Region of the rule. */
            region_id: string;
            /** @description Team of the rule. */
            tenant_id: string;
            /** @description Component that the rule leads to. */
            service_id: string;
            /** @description Alias of the component. */
            service_name: string;
            /** @description Name of the component that people see. */
            service_alias: string;
            /** @description Port of the component; 0 where the rule has a name for it that no port has. */
            container_port: number;
            /** @description Whether the port is open to the outside. */
            is_outer_service: boolean;
            /** @description Settings beside the fields, each as key:value. */
            rule_extensions: string[];
            /** @description The rule in paths: the uid of its GatewayRule without dashes. */
            http_rule_id: string;
            /** @description Host name that the rule answers for. */
            domain_name: string;
            /**
             * @description https where the rule has a certificate.
             * @enum {string}
             */
            protocol: "http" | "https";
            /** @description Number of the certificate; 0 is none, or one without a number. */
            certificate_id: number;
            /** @description Secret of the certificate: that which the rule names, or is served with; left out where there is none. */
            certificate_name?: string;
            /** @description Always www: the host is of the user. */
            domain_type: string;
            /** @description Whether a path, a cookie or a header is asked for. */
            is_senior: boolean;
            /** @description Path prefix that the rule answers for. */
            domain_path: string;
            /** @description Cookies that a request must carry, as name=value;name=value. */
            domain_cookie: string;
            /** @description Headers that a request must carry, as name=value;name=value. */
            domain_heander: string;
            /** @description Always 1: the host is of the user. */
            type: number;
            /** @description Share among rules with the same host, path and conditions. */
            the_weight: number;
            /** @description Whether the rule waits for a certificate from outside. */
            auto_ssl: boolean;
            /** @description How the certificate is obtained; empty where nothing is said. */
            auto_ssl_config: string;
            /** @description Whether the component gets another path than the one that was asked for. */
            path_rewrite: boolean;
            /** @description The change of the path, as text: a list of objects with regex, replacement and flag. */
            rewrites: string;
            /** @description What the rule does beyond the contract; left out where that is nothing. */
            policy?: {
                /** @description Further conditions on requests. */
                match?: {
                    /** @description Methods, one of which a request must have. */
                    methods?: ("GET" | "HEAD" | "POST" | "PUT" | "DELETE" | "CONNECT" | "OPTIONS" | "TRACE" | "PATCH")[];
                    /** @description Parameters that a request must all have, name to value. */
                    query?: {
                        [key: string]: string;
                    };
                    /**
                     * @description Whether domainPath is the beginning of paths, or the whole path.
                     * @enum {string}
                     */
                    path?: "prefix" | "exact";
                    /** @description Regular expression that the whole path must match, in place of path. It begins with domainPath: /api/v[0-9]+(/.*)? for /api. */
                    pathRegex?: string;
                    /** @description Calls of gRPC that the rule is for, in place of a path: those of a service, of one method, or all where it has neither. The host is for rules with grpc only, then. */
                    grpc?: {
                        /** @description Service with its package, such as shop.v1.Cart; any where left out. */
                        service?: string;
                        /** @description Method of the service; any where left out. */
                        method?: string;
                    };
                };
                /** @description Protocol of the port that the rule leads to; of rules for one port that have it, the oldest decides. */
                backend?: {
                    /**
                     * @description Protocol that the port speaks, whatever its Service declares.
                     * @enum {string}
                     */
                    protocol: "http" | "h2c" | "https";
                    /** @description Host that the certificate of the component must be for; with https only, and always. */
                    serverName?: string;
                    /** @description ConfigMap of this namespace with the authorities of that certificate in its key ca.crt; those of the system where left out. */
                    caConfigMapName?: string;
                };
                /** @description Path and host that the component sees. */
                rewrite?: {
                    /** @description Path that the component sees. */
                    path?: {
                        /** @description Path in place of the one of the rule; the rest of the path stays. */
                        prefix?: string;
                        /** @description Path in place of the whole one. */
                        full?: string;
                    };
                    /** @description Host that the component sees. */
                    host?: string;
                };
                /** @description Limits of time. */
                timeouts?: {
                    /** @description Time until the answer is complete, all tries together; 0s is no limit. */
                    request?: string;
                    /** @description Time of one try, from the request to the component on. */
                    backendRequest?: string;
                };
                /** @description Requests that are sent again after a failure. */
                retry?: {
                    /** @description Statuses after which a request is sent again; without them, only those for which no connection came about. */
                    codes?: number[];
                    /** @description Largest number of tries after the first; 1 where left out. */
                    attempts?: number;
                    /** @description Shortest pause before a try; 0s is none. */
                    backoff?: string;
                };
                /** @description Pages of other origins that may send requests. */
                cors?: {
                    /** @description Origins whose pages may read answers; * is any. */
                    allowOrigins: string[];
                    /** @description Whether requests may carry cookies. */
                    allowCredentials?: boolean;
                    /** @description Methods that pages may use; * is any. */
                    allowMethods?: ("*" | "GET" | "HEAD" | "POST" | "PUT" | "DELETE" | "CONNECT" | "OPTIONS" | "TRACE" | "PATCH")[];
                    /** @description Request headers that pages may set; * is any. */
                    allowHeaders?: string[];
                    /** @description Response headers that pages may read. */
                    exposeHeaders?: string[];
                    /** @description Seconds for which a browser keeps this. */
                    maxAge?: number;
                };
                /** @description Answer in place of the component: another address. */
                redirect?: {
                    /**
                     * @description Scheme to redirect to; that of the request where left out.
                     * @enum {string}
                     */
                    scheme?: "http" | "https";
                    /** @description Host to redirect to; that of the request where left out. */
                    host?: string;
                    /** @description Port to redirect to. */
                    port?: number;
                    /** @description Path to redirect to. */
                    path?: {
                        /** @description Path in place of the one of the rule; the rest of the path stays. */
                        prefix?: string;
                        /** @description Path in place of the whole one. */
                        full?: string;
                    };
                    /**
                     * @description Status of the redirect; 302 where left out.
                     * @enum {number}
                     */
                    code?: 301 | 302 | 303 | 307 | 308;
                };
                /** @description Component that gets copies of the requests. */
                mirror?: {
                    /** @description Component of the same application that gets copies; its answers are dropped. */
                    serviceId?: string;
                    /** @description Service of this namespace that gets copies, by its name, in place of serviceId. */
                    serviceName?: string;
                    /** @description Port of that component, by number or name. */
                    port: number | string;
                    /** @description Share of requests that are copied; 100 where left out. */
                    percent?: number;
                };
                /** @description Changes to headers that the component gets. */
                requestHeaders?: {
                    /** @description Headers that get this value alone. */
                    set?: {
                        /** @description Header name. */
                        key: string;
                        /** @description Header value. */
                        value: string;
                    }[];
                    /** @description Headers that get a further value. */
                    add?: {
                        /** @description Header name. */
                        key: string;
                        /** @description Header value. */
                        value: string;
                    }[];
                    /** @description Headers that are removed. */
                    remove?: string[];
                };
                /** @description Changes to headers that the client gets. */
                responseHeaders?: {
                    /** @description Headers that get this value alone. */
                    set?: {
                        /** @description Header name. */
                        key: string;
                        /** @description Header value. */
                        value: string;
                    }[];
                    /** @description Headers that get a further value. */
                    add?: {
                        /** @description Header name. */
                        key: string;
                        /** @description Header value. */
                        value: string;
                    }[];
                    /** @description Headers that are removed. */
                    remove?: string[];
                };
                /** @description Limit of requests; more are refused with 429. */
                rateLimit?: {
                    /** @description Requests that each replica of the gateway lets through in a period. */
                    requests: number;
                    /**
                     * @description Period.
                     * @enum {string}
                     */
                    per: "second" | "minute" | "hour";
                    /** @description Requests that may come at once; as many as requests where left out. */
                    burst?: number;
                    /**
                     * @description Whether each client address has the limit, or all clients together; rule where left out.
                     * @enum {string}
                     */
                    by?: "client" | "rule";
                };
                /** @description Addresses of clients whose requests are let through; all others get 403. */
                allow?: string[];
                /** @description Addresses of clients whose requests get 403, also if allow has them. */
                deny?: string[];
                /** @description Names and passwords, one of which a request must have. */
                basicAuth?: {
                    /** @description Secret in the namespace of the rule with names and passwords, in the form of htpasswd, one NAME:{SHA}HASH a line as htpasswd -nbs prints it. The key that holds them depends on the gateway engine: with Traefik, any key, if the Secret has no other; with Envoy Gateway, .htpasswd; with NGINX Gateway Fabric, auth, in a Secret of the type nginx.org/htpasswd. For Traefik: kubectl create secret generic NAME --from-file=users=FILE. Until the engine can use the Secret, all requests of the rule get an error. */
                    secretName: string;
                };
                /** @description Component that is asked whether a request may pass, beside what the other members demand. */
                externalAuth?: {
                    /** @description Component of the same application that is asked about each request: its answer 200 lets the request through, any other goes to the client. */
                    serviceId?: string;
                    /** @description Service of this namespace that is asked about each request, by its name, in place of serviceId. */
                    serviceName?: string;
                    /** @description Port of that component, by number or name. */
                    port: number | string;
                    /** @description Path at which it is asked, whatever the path of the request; left to the engine where left out. */
                    path?: string;
                    /** @description Headers of the request that it gets, beside Authorization. */
                    requestHeaders?: string[];
                    /** @description Headers of its answer that the request goes on with. */
                    responseHeaders?: string[];
                };
                /** @description Encodings in which answers are compressed for clients that take them, the preferred first. */
                compression?: ("gzip" | "brotli" | "zstd")[];
            };
        };
        TcpRecord: {
            /** @description A number of the rule, which stays the same. */
            ID: number;
            /** @description Region of the rule. */
            region_id: string;
            /** @description Team of the rule. */
            tenant_id: string;
            /** @description Component that the rule leads to. */
            service_id: string;
            /** @description Alias of the component. */
            service_name: string;
            /** @description Name of the component that people see. */
            service_alias: string;
            /** @description Port of the component; 0 where the rule has a name for it that no port has. */
            container_port: number;
            /** @description Whether the port is open to the outside. */
            is_outer_service: boolean;
            /** @description The rule in paths: the uid of its GatewayRule without dashes. */
            tcp_rule_id: string;
            /** @description Where the gateway listens, as ip:port or [ip]:port; a name or address of the configuration in place of 0.0.0.0. */
            end_point: string;
            /** @description Protocol of the port of the component, tcp or udp. */
            protocol: string;
            /** @description 0 where the rule has the port that the platform proposed, else 1. */
            type: number;
            /** @description Settings beside the fields, as key:value,key:value. */
            rule_extensions: string;
        };
        TlsRecord: {
            /** @description A number of the rule, which stays the same. */
            ID: number;
            /** @description Region of the rule. */
            region_id: string;
            /** @description Team of the rule. */
            tenant_id: string;
            /** @description Component that the rule leads to. */
            service_id: string;
            /** @description Alias of the component. */
            service_name: string;
            /** @description Name of the component that people see. */
            service_alias: string;
            /** @description Port of the component; 0 where the rule has a name for it that no port has. */
            container_port: number;
            /** @description Whether the port is open to the outside. */
            is_outer_service: boolean;
            /** @description The rule in paths: the uid of its GatewayRule without dashes. */
            tls_rule_id: string;
            /** @description Host name that clients ask for by SNI. */
            domain_name: string;
            /**
             * @description Always tls.
             * @constant
             */
            protocol: "tls";
        };
        DryRun: {
            /**
             * @description Always true: nothing is written.
             * @constant
             */
            dry_run: true;
            /** @description The response without dryRun; ids, numbers and times that are generated will be others. */
            answer: {
                [key: string]: unknown;
            } | unknown[];
            /** @description Number of objects that the request would write or delete. */
            count: number;
            /** @description The first of these objects; the operator changes others afterwards. */
            objects: {
                /**
                 * @description What would happen to the object.
                 * @enum {string}
                 */
                action: "create" | "change" | "recreate" | "delete";
                /** @description API group; empty for the core group. */
                group: string;
                /** @description Kind of the object. */
                kind: string;
                /** @description Name of the object. */
                name: string;
                /** @description Unified diff, with (secret) for values of Secrets; empty where there is no room. */
                diff: string;
            }[];
            /** @description Parts of the request that have no effect on any gateway engine, each with the reason. */
            not_applied: {
                /** @description Member of the request, as a path. */
                path: string;
                /** @description Why it has no effect. */
                why: string;
            }[];
            /** @description What this response cannot say, each with the place that can. */
            not_known: string[];
            /** @description What is written all the same, and clients of the gateway will find wrong; the header X-Stoa-Warning of the write. */
            warnings: string[];
        };
        GatewayRulesOf: {
            http?: components["schemas"]["HttpRecord"][];
            tcp?: components["schemas"]["TcpRecord"][];
            /** @description Left out where there is none: the contract does not have them. */
            tls?: components["schemas"]["TlsRecord"][];
        };
        PlacedHttpRecord: {
            /** @description A number of the rule, which stays the same. */
            ID: number;
            /** @description Region of the rule. */
            region_id: string;
            /** @description Team of the rule. */
            tenant_id: string;
            /** @description Component that the rule leads to. */
            service_id: string;
            /** @description Alias of the component. */
            service_name: string;
            /** @description Name of the component that people see. */
            service_alias: string;
            /** @description Port of the component; 0 where the rule has a name for it that no port has. */
            container_port: number;
            /** @description Whether the port is open to the outside. */
            is_outer_service: boolean;
            /** @description Settings beside the fields, as key:value,key:value. */
            rule_extensions: string;
            /** @description The rule in paths: the uid of its GatewayRule without dashes. */
            http_rule_id: string;
            /** @description Host name that the rule answers for. */
            domain_name: string;
            /**
             * @description https where the rule has a certificate.
             * @enum {string}
             */
            protocol: "http" | "https";
            /** @description Number of the certificate; 0 is none, or one without a number. */
            certificate_id: number;
            /** @description Secret of the certificate: that which the rule names, or is served with; left out where there is none. */
            certificate_name?: string;
            /** @description Always www: the host is of the user. */
            domain_type: string;
            /** @description Whether a path, a cookie or a header is asked for. */
            is_senior: boolean;
            /** @description Path prefix that the rule answers for. */
            domain_path: string;
            /** @description Cookies that a request must carry, as name=value;name=value. */
            domain_cookie: string;
            /** @description Headers that a request must carry, as name=value;name=value. */
            domain_heander: string;
            /** @description Always 1: the host is of the user. */
            type: number;
            /** @description Share among rules with the same host, path and conditions. */
            the_weight: number;
            /** @description Whether the rule waits for a certificate from outside. */
            auto_ssl: boolean;
            /** @description How the certificate is obtained; empty where nothing is said. */
            auto_ssl_config: string;
            /** @description Whether the component gets another path than the one that was asked for. */
            path_rewrite: boolean;
            /** @description The change of the path, as text: a list of objects with regex, replacement and flag. */
            rewrites: string;
            /** @description What the rule does beyond the contract; left out where that is nothing. */
            policy?: {
                /** @description Further conditions on requests. */
                match?: {
                    /** @description Methods, one of which a request must have. */
                    methods?: ("GET" | "HEAD" | "POST" | "PUT" | "DELETE" | "CONNECT" | "OPTIONS" | "TRACE" | "PATCH")[];
                    /** @description Parameters that a request must all have, name to value. */
                    query?: {
                        [key: string]: string;
                    };
                    /**
                     * @description Whether domainPath is the beginning of paths, or the whole path.
                     * @enum {string}
                     */
                    path?: "prefix" | "exact";
                    /** @description Regular expression that the whole path must match, in place of path. It begins with domainPath: /api/v[0-9]+(/.*)? for /api. */
                    pathRegex?: string;
                    /** @description Calls of gRPC that the rule is for, in place of a path: those of a service, of one method, or all where it has neither. The host is for rules with grpc only, then. */
                    grpc?: {
                        /** @description Service with its package, such as shop.v1.Cart; any where left out. */
                        service?: string;
                        /** @description Method of the service; any where left out. */
                        method?: string;
                    };
                };
                /** @description Protocol of the port that the rule leads to; of rules for one port that have it, the oldest decides. */
                backend?: {
                    /**
                     * @description Protocol that the port speaks, whatever its Service declares.
                     * @enum {string}
                     */
                    protocol: "http" | "h2c" | "https";
                    /** @description Host that the certificate of the component must be for; with https only, and always. */
                    serverName?: string;
                    /** @description ConfigMap of this namespace with the authorities of that certificate in its key ca.crt; those of the system where left out. */
                    caConfigMapName?: string;
                };
                /** @description Path and host that the component sees. */
                rewrite?: {
                    /** @description Path that the component sees. */
                    path?: {
                        /** @description Path in place of the one of the rule; the rest of the path stays. */
                        prefix?: string;
                        /** @description Path in place of the whole one. */
                        full?: string;
                    };
                    /** @description Host that the component sees. */
                    host?: string;
                };
                /** @description Limits of time. */
                timeouts?: {
                    /** @description Time until the answer is complete, all tries together; 0s is no limit. */
                    request?: string;
                    /** @description Time of one try, from the request to the component on. */
                    backendRequest?: string;
                };
                /** @description Requests that are sent again after a failure. */
                retry?: {
                    /** @description Statuses after which a request is sent again; without them, only those for which no connection came about. */
                    codes?: number[];
                    /** @description Largest number of tries after the first; 1 where left out. */
                    attempts?: number;
                    /** @description Shortest pause before a try; 0s is none. */
                    backoff?: string;
                };
                /** @description Pages of other origins that may send requests. */
                cors?: {
                    /** @description Origins whose pages may read answers; * is any. */
                    allowOrigins: string[];
                    /** @description Whether requests may carry cookies. */
                    allowCredentials?: boolean;
                    /** @description Methods that pages may use; * is any. */
                    allowMethods?: ("*" | "GET" | "HEAD" | "POST" | "PUT" | "DELETE" | "CONNECT" | "OPTIONS" | "TRACE" | "PATCH")[];
                    /** @description Request headers that pages may set; * is any. */
                    allowHeaders?: string[];
                    /** @description Response headers that pages may read. */
                    exposeHeaders?: string[];
                    /** @description Seconds for which a browser keeps this. */
                    maxAge?: number;
                };
                /** @description Answer in place of the component: another address. */
                redirect?: {
                    /**
                     * @description Scheme to redirect to; that of the request where left out.
                     * @enum {string}
                     */
                    scheme?: "http" | "https";
                    /** @description Host to redirect to; that of the request where left out. */
                    host?: string;
                    /** @description Port to redirect to. */
                    port?: number;
                    /** @description Path to redirect to. */
                    path?: {
                        /** @description Path in place of the one of the rule; the rest of the path stays. */
                        prefix?: string;
                        /** @description Path in place of the whole one. */
                        full?: string;
                    };
                    /**
                     * @description Status of the redirect; 302 where left out.
                     * @enum {number}
                     */
                    code?: 301 | 302 | 303 | 307 | 308;
                };
                /** @description Component that gets copies of the requests. */
                mirror?: {
                    /** @description Component of the same application that gets copies; its answers are dropped. */
                    serviceId?: string;
                    /** @description Service of this namespace that gets copies, by its name, in place of serviceId. */
                    serviceName?: string;
                    /** @description Port of that component, by number or name. */
                    port: number | string;
                    /** @description Share of requests that are copied; 100 where left out. */
                    percent?: number;
                };
                /** @description Changes to headers that the component gets. */
                requestHeaders?: {
                    /** @description Headers that get this value alone. */
                    set?: {
                        /** @description Header name. */
                        key: string;
                        /** @description Header value. */
                        value: string;
                    }[];
                    /** @description Headers that get a further value. */
                    add?: {
                        /** @description Header name. */
                        key: string;
                        /** @description Header value. */
                        value: string;
                    }[];
                    /** @description Headers that are removed. */
                    remove?: string[];
                };
                /** @description Changes to headers that the client gets. */
                responseHeaders?: {
                    /** @description Headers that get this value alone. */
                    set?: {
                        /** @description Header name. */
                        key: string;
                        /** @description Header value. */
                        value: string;
                    }[];
                    /** @description Headers that get a further value. */
                    add?: {
                        /** @description Header name. */
                        key: string;
                        /** @description Header value. */
                        value: string;
                    }[];
                    /** @description Headers that are removed. */
                    remove?: string[];
                };
                /** @description Limit of requests; more are refused with 429. */
                rateLimit?: {
                    /** @description Requests that each replica of the gateway lets through in a period. */
                    requests: number;
                    /**
                     * @description Period.
                     * @enum {string}
                     */
                    per: "second" | "minute" | "hour";
                    /** @description Requests that may come at once; as many as requests where left out. */
                    burst?: number;
                    /**
                     * @description Whether each client address has the limit, or all clients together; rule where left out.
                     * @enum {string}
                     */
                    by?: "client" | "rule";
                };
                /** @description Addresses of clients whose requests are let through; all others get 403. */
                allow?: string[];
                /** @description Addresses of clients whose requests get 403, also if allow has them. */
                deny?: string[];
                /** @description Names and passwords, one of which a request must have. */
                basicAuth?: {
                    /** @description Secret in the namespace of the rule with names and passwords, in the form of htpasswd, one NAME:{SHA}HASH a line as htpasswd -nbs prints it. The key that holds them depends on the gateway engine: with Traefik, any key, if the Secret has no other; with Envoy Gateway, .htpasswd; with NGINX Gateway Fabric, auth, in a Secret of the type nginx.org/htpasswd. For Traefik: kubectl create secret generic NAME --from-file=users=FILE. Until the engine can use the Secret, all requests of the rule get an error. */
                    secretName: string;
                };
                /** @description Component that is asked whether a request may pass, beside what the other members demand. */
                externalAuth?: {
                    /** @description Component of the same application that is asked about each request: its answer 200 lets the request through, any other goes to the client. */
                    serviceId?: string;
                    /** @description Service of this namespace that is asked about each request, by its name, in place of serviceId. */
                    serviceName?: string;
                    /** @description Port of that component, by number or name. */
                    port: number | string;
                    /** @description Path at which it is asked, whatever the path of the request; left to the engine where left out. */
                    path?: string;
                    /** @description Headers of the request that it gets, beside Authorization. */
                    requestHeaders?: string[];
                    /** @description Headers of its answer that the request goes on with. */
                    responseHeaders?: string[];
                };
                /** @description Encodings in which answers are compressed for clients that take them, the preferred first. */
                compression?: ("gzip" | "brotli" | "zstd")[];
            };
            /** @description Region of the rule. */
            region_name: string;
            /** @description Team of the rule. */
            team_name: string;
            /** @description Application of the rule. */
            app_id: number;
        };
        MarketInstall: {
            /** @description Always empty. */
            enterprise_id: string;
            /** @description Team of the application. */
            team_id: string;
            /** @description Free text about the application. */
            note: string;
            /** @description The application. */
            ID: number;
            /** @description Region of the application. */
            region_name: string;
            /** @description All components of the application. */
            service_list: components["schemas"]["ComponentRecord"][];
        };
        ComponentRecord: {
            /** @description State of the component; docs/applications.md explains each. */
            status: string;
            /** @description Addresses by its rules; empty in lists. */
            access_infos: string[];
            /** @description The component. */
            service_id: string;
            /** @description Team of the component. */
            tenant_id: string;
            /** @description Key of the component in its model; empty where it has none. */
            service_key: string;
            /** @description Alias of the component. */
            service_alias: string;
            /** @description Name of the component that people see. */
            service_cname: string;
            /** @description Region of the component. */
            service_region: string;
            /** @description Where the component comes from, such as the Helm release of one that the application adopts; empty where nobody knows. */
            desc: string;
            /** @description Always app_publish. */
            category: string;
            /** @description Version of the component in its model, or the tag of its image. */
            version: string;
            /** @description Always 1. */
            update_version: number;
            /** @description Image of the main container. */
            image: string;
            /** @description Command of the main container; empty where it is that of the image. */
            cmd: string;
            /** @description Replicas when it runs. */
            min_node: number;
            /** @description Thousandths of a core for each replica; 0 is unlimited. */
            min_cpu: number;
            /** @description Always 0. */
            container_gpu: number;
            /** @description MiB of memory for each replica; 0 is unlimited. */
            min_memory: number;
            /** @description How it may be scaled, for example stateless_multiple. */
            extend_method: string;
            /** @description Always empty. */
            code_from: string;
            /** @description Always null. */
            git_url: string | null;
            /** @description Always 0. */
            git_project_id: number;
            /** @description Always null. */
            code_version: string | null;
            /** @description Always application. */
            service_type: string;
            /** @description Always 0. */
            creater: number;
            /** @description Always empty. */
            language: string;
            /** @description MiB of memory of all replicas. */
            total_memory: number;
            /** @description Always false. */
            is_service: boolean;
            /** @description Always assistant. */
            service_origin: string;
            /** @description A number of the install that it belongs to; 0 is none. */
            tenant_service_group_id: number;
            /** @description Always false. */
            open_webhooks: boolean;
            /** @description market where it was installed from a store, else docker_image. */
            service_source: string;
            /** @description Always complete. */
            create_status: string;
            /** @description Always empty. */
            check_uuid: string;
            /** @description Always empty. */
            check_event_id: string;
            /** @description Always null. */
            docker_cmd: string | null;
            /** @description Always git. */
            server_type: string;
            /** @description Always false. */
            is_upgrate: boolean;
            /** @description Always true. */
            build_upgrade: boolean;
            /** @description Always null. */
            oauth_service_id: number | null;
            /** @description Name of its workload. */
            k8s_component_name: string;
        };
        InstallPlan: {
            /**
             * @description Always true: nothing is installed.
             * @constant
             */
            dry_run: true;
            /** @description Version that it speaks of. */
            app_model_version: string;
            /** @description SHA-256 of the template, as sha256:<hex>. */
            digest: string;
            /** @description Why the plan could not be applied now; empty if it could. */
            problems: string[];
            /** @description How many objects the install concerns. */
            counts: {
                /** @description Number of objects that would be created. */
                create: number;
                /** @description Number of objects that would be changed. */
                change: number;
                /** @description Number of objects that would be deleted and created again. */
                recreate: number;
                /** @description Number of objects that would be deleted. */
                delete: number;
                /** @description Number of objects that would stay as they are. */
                unchanged: number;
            };
            /** @description The first of these objects. */
            objects: {
                /**
                 * @description What would happen to the object.
                 * @enum {string}
                 */
                action: "create" | "change" | "recreate" | "delete";
                /** @description API group; empty for the core group. */
                group: string;
                /** @description Kind of the object. */
                kind: string;
                /** @description Name of the object. */
                name: string;
                /** @description Unified diff, with (secret) for values of Secrets; empty where there is no room. */
                diff: string;
            }[];
            /** @description What the version can do, and what of it what is in place does not have; docs/installs.md explains the topics. */
            powers: {
                /**
                 * @description What it is about; docs/installs.md explains each.
                 * @enum {string}
                 */
                topic: "images" | "ports" | "volumes" | "reads" | "rights" | "host" | "root" | "network" | "nodes" | "others";
                /** @description What it can do, as what is in place can; all where nothing is in place. */
                same: string[];
                /** @description What it can do and what is in place cannot. */
                gained: string[];
            }[];
            /** @description Id of these powers, by which spec.upgrade.approved approves them. */
            powers_id: string;
            /** @description Parts of the model that have no effect here, each with the reason. */
            not_applied: {
                /** @description Part of the model, as a path. */
                path: string;
                /** @description Why it has no effect here. */
                why: string;
            }[];
        };
        InstallRecord: {
            /** @description The install in paths: the uid of its MarketInstall without dashes. */
            install_id: string;
            /** @description Name of its MarketInstall. */
            name: string;
            /** @description Address of the store. */
            market_url: string;
            /** @description Tenant of the store. */
            market_domain: string;
            /** @description Kind of store. */
            market_type: string;
            /** @description The application model in the store, or the name of the chart. */
            app_model_id: string;
            /** @description Version that is asked for. */
            app_model_version: string;
            /** @description Whether the components run. */
            is_deploy: boolean;
            /** @description Whether that version is in place. */
            ready: boolean;
            /** @description Reason of the state; docs/reasons.md explains each. Empty at first. */
            reason: string;
            /** @description The same for people. */
            message: string;
            /** @description SHA-256 of the template, as sha256:<hex>; empty until it is fetched. */
            digest: string;
            /** @description Version that was last rolled out in full; empty where none was. */
            serving_version: string;
            /** @description The last versions that were rolled out, the latest last. */
            history: {
                /** @description The version. */
                version: string;
                /** @description SHA-256 of its template. */
                digest: string;
                /** @description When the outcome was recorded. */
                time: string;
                /**
                 * @description What became of it; docs/installs.md explains each.
                 * @enum {string}
                 */
                outcome: "Progressing" | "Served" | "RolledBack" | "Superseded" | "Held";
            }[];
            /** @description Wave that is being rolled out, of how many, such as 2/3. */
            wave: string;
            /** @description Components that are ready, of how many, such as 4/7. */
            components_ready: string;
            /** @description The components of the model. */
            components: {
                /** @description The component. */
                service_id: string;
                /** @description Name of the component that people see. */
                service_cname: string;
                /** @description Wave of the roll-out that it belongs to. */
                wave: number;
                /** @description Whether it is ready. */
                ready: boolean;
            }[];
            /** @description What components have in place of what the model says. */
            overrides: {
                /** @description Component: its key or its name in status.components, or its k8s_component_name. */
                component: string;
                /** @description Number of pods; only of components that the model lets have several. */
                replicas?: number;
                /** @description CPU and memory of each pod. */
                resources?: {
                    /** @description What the scheduler keeps free for each pod. */
                    requests?: {
                        /** @description CPU, such as 500m or 2; 0 for none. */
                        cpu?: string;
                        /** @description Memory, such as 512Mi or 2Gi; 0 for none. */
                        memory?: string;
                    };
                    /** @description The most that each pod gets; the request, too, if that is left out. */
                    limits?: {
                        /** @description CPU, such as 500m or 2; 0 for none. */
                        cpu?: string;
                        /** @description Memory, such as 512Mi or 2Gi; 0 for none. */
                        memory?: string;
                    };
                };
                /** @description Envs, in addition to those of the model; each has either value or secret_key_ref. */
                envs?: {
                    /** @description Name of the env. */
                    name: string;
                    /** @description Value in place of that of the model; it may refer to other envs in the same way. */
                    value?: string;
                    /** @description Where the value is, if it is a secret. */
                    secret_key_ref?: {
                        /** @description Secret in this namespace; spec.grants.secrets must list it. */
                        name: string;
                        /** @description Key in the Secret. */
                        key: string;
                    };
                }[];
                /** @description Image in place of that of the model, in every version. */
                image?: string;
                /** @description Tag of the image of the model, in every version. */
                image_tag?: string;
                /** @description Volumes; size and class count when a volume is made, and stay. */
                volumes?: {
                    /** @description Name of the volume in the model. */
                    name: string;
                    /** @description Size, such as 20Gi. */
                    size?: string;
                    /** @description StorageClass. */
                    storage_class?: string;
                }[];
                /** @description Labels of the nodes on which the pods may run. */
                node_selector?: {
                    [key: string]: string;
                };
            }[];
            /** @description Values over those of the chart; empty where there are none, and for application models. */
            values: {
                [key: string]: unknown;
            };
            /** @description Parts of the model that have no effect here, each with the reason. */
            not_applied: {
                /** @description Part of the model, as a path. */
                path: string;
                /** @description Why it has no effect here. */
                why: string;
            }[];
        };
        UpgradeRecord: {
            /** @description Tenant of the store. */
            market_name: string;
            /** @description The application model in the store, or the name of the chart. */
            app_model_id: string;
            /** @description The same as app_model_id. */
            app_model_name: string;
            /** @description Version that the install asks for. */
            current_version: string;
            /** @description Always stoa. */
            enterprise_id: string;
            /** @description Whether there is a newer version. */
            can_upgrade: boolean;
            /** @description Newer versions in the store, the newest last. */
            upgrade_versions: string[];
            /** @description Always market. */
            source: string;
            /** @description The install in paths. */
            install_id: string;
            /** @description Why the store could not be asked for versions; empty where it could. */
            problem: string;
        };
        StoreAppPage: {
            /** @description The application models or charts of the page. */
            apps: {
                /** @description The application model or chart, as an install names it. */
                app_model_id: string;
                /** @description Its name for people. */
                app_model_name: string;
                /** @description Its newest version; empty where the list of the store has none. */
                version: string;
                /** @description Its description, of at most 300 characters. */
                desc: string;
            }[];
            /** @description Number of them on all pages. */
            total: number;
            /** @description Number of the page, from 1. */
            page: number;
            /** @description Most entries of a page. */
            page_size: number;
        };
        StoreApp: {
            /** @description The application model or chart, as an install names it. */
            app_model_id: string;
            /** @description Its name for people. */
            app_model_name: string;
            /** @description Its newest version; empty where the list of the store has none. */
            version: string;
            /** @description Its description, of at most 300 characters. */
            desc: string;
            /** @description Its versions, the newest first; at most 500. */
            versions: string[];
            /** @description Default values; null for application models, and where the chart could not be read. */
            values: {
                /** @description Version of the chart that has them. */
                version: string;
                /** @description Its values.yaml. */
                text: string;
                /** @description Whether there is more of it, beyond 128 KiB. */
                cut: boolean;
                /** @description Values that the schema of the chart requires and values.yaml does not have, by their paths. */
                required: string[];
            } | null;
            /** @description Why there are no default values of a chart; empty otherwise. */
            problem: string;
        };
        ComponentMonitorSerializers: {
            /** @description The items with values, in the order of the configuration; with exact, all of them. */
            monitors: components["schemas"]["ComponentMonitorItemsSerializers"][];
            /** @description The component. */
            service_id: string;
            /** @description Name of the component that people see. */
            service_cname: string;
            /** @description Alias of the component. */
            service_alias: string;
        };
        ComponentMonitorItemsSerializers: {
            data: components["schemas"]["Data"];
            /** @description What is told; docs/monitoring.md has the units. */
            monitor_item: string;
            /** @description success, or why the values are missing or not all there. */
            status: string;
        };
        Data: {
            /**
             * @description vector for now, matrix over a time.
             * @enum {string}
             */
            resultType: "vector" | "matrix";
            /** @description The series; empty where there is nothing to tell. */
            result: components["schemas"]["MonitorDataSerializers"][];
        };
        MonitorDataSerializers: {
            /** @description Unix seconds and the sample; of a range, the last one. */
            value: string[];
            /** @description All samples of a range, each as Unix seconds and the sample. */
            values?: string[][];
        };
        TeamPage: {
            /** @description The teams of the page, the oldest first. */
            tenants: {
                /** @description The team in paths: value of the label stoa.dev/team of its namespace, or else its name. */
                tenant_id: string;
                /** @description The same as tenant_id. */
                tenant_name: string;
                /** @description The same as tenant_id. */
                tenant_alias: string;
                /** @description Always stoa. */
                enterprise_id: string;
                /** @description Always true. */
                is_active: boolean;
                /** @description Time at which its namespace was created. */
                create_time: string;
                /** @description Always empty. */
                creater: string;
                /** @description A number of the team, which stays the same. */
                ID: number;
                /** @description Always empty: the roles of the cluster decide. */
                role_infos: {
                    role_id: number;
                    role_name: string;
                }[];
            }[];
            /** @description Number of teams on all pages. */
            total: number;
            /** @description Number of the page, from 1. */
            page: number;
            /** @description Most entries of a page. */
            page_size: number;
        };
        Team: {
            /** @description The team in paths: value of the label stoa.dev/team of its namespace, or else its name. */
            tenant_id: string;
            /** @description The same as tenant_id. */
            tenant_name: string;
            /** @description The same as tenant_id. */
            tenant_alias: string;
            /** @description Always stoa. */
            enterprise_id: string;
            /** @description Always true. */
            is_active: boolean;
            /** @description Time at which its namespace was created. */
            create_time: string;
            /** @description Always empty. */
            creater: string;
        };
        TeamRegionPage: {
            /** @description The regions of the page. */
            regions: {
                /** @description The same as region_name. */
                region_id: string;
                /** @description The region in paths. */
                region_name: string;
                /** @description The same as region_name. */
                region_alias: string;
                /** @description Always empty. */
                url: string;
                /** @description Always 1: the region is in use. */
                status: string;
                /** @description Always empty. */
                desc: string;
                /** @description Always private. */
                scope: string;
                /** @description The team. */
                tenant_name: string;
                /** @description Always empty. */
                wsurl: string;
                /** @description Domain below which installs get their hosts; empty where there is none. */
                httpdomain: string;
                /** @description Address at which clients reach TCP rules; empty where nothing is configured. */
                tcpdomain: string;
                /** @description Always empty. */
                token: string;
            }[];
            /** @description Number of regions on all pages. */
            total: number;
        };
        Region: {
            /** @description The same as region_name. */
            region_id: string;
            /** @description The region in paths. */
            region_name: string;
            /** @description The same as region_name. */
            region_alias: string;
            /** @description Always empty. */
            url: string;
            /** @description Always 1: the region is in use. */
            status: string;
            /** @description Always empty. */
            desc: string;
            /** @description Always private. */
            scope: string;
        };
        CurrentUser: {
            bean: {
                /** @description A number of the user, which stays the same. */
                user_id: number;
                /** @description Name of the user in the cluster. */
                nick_name: string;
                /** @description The same as nick_name. */
                real_name: string | null;
                /** @description Always empty. */
                email: string;
                /** @description Always null. */
                phone: string | null;
                /** @description Always true. */
                is_active: boolean;
                /** @description Always empty. */
                origion: string;
                /** @description Always stoa. */
                enterprise_id: string;
            };
        };
        ListedApplication: {
            /** @description Team of the application. */
            tenant_id: string;
            /** @description Name of the application that people see. */
            group_name: string;
            /** @description Region of the application. */
            region_name: string;
            /** @description Always false. */
            is_default: boolean;
            /** @description Always 0. */
            order_index: number;
            /** @description Note on the application. */
            note: string;
            /** @description Always empty. */
            username: string;
            /** @description Always KUBERNETES_NATIVE_SERVICE. */
            governance_mode: string;
            /** @description Time at which the application was created. */
            create_time: string;
            /** @description The same as create_time. */
            update_time: string;
            /** @description Always rainbond. */
            app_type: string;
            /** @description Always empty. */
            app_store_name: string;
            /** @description Always empty. */
            app_store_url: string;
            /** @description Always empty. */
            app_template_name: string;
            /** @description Always null. */
            version: string | null;
            /** @description Always empty. */
            logo: string;
            /** @description Name of the Application in the cluster. */
            k8s_app: string;
            /** @description The application in paths. */
            ID: number;
        };
        Application: {
            /** @description Team of the application. */
            tenant_id: string;
            /** @description Name of the application that people see. */
            group_name: string;
            /** @description Region of the application. */
            region_name: string;
            /** @description Always false. */
            is_default: boolean;
            /** @description Always 0. */
            order_index: number;
            /** @description Note on the application. */
            note: string;
            /** @description Always empty. */
            username: string;
            /** @description Always KUBERNETES_NATIVE_SERVICE. */
            governance_mode: string;
            /** @description Time at which the application was created. */
            create_time: string;
            /** @description The same as create_time. */
            update_time: string;
            /** @description Always rainbond. */
            app_type: string;
            /** @description Always empty. */
            app_store_name: string;
            /** @description Always empty. */
            app_store_url: string;
            /** @description Always empty. */
            app_template_name: string;
            /** @description Always null. */
            version: string | null;
            /** @description Always empty. */
            logo: string;
            /** @description Name of the Application in the cluster. */
            k8s_app: string;
            /** @description The application in paths. */
            app_id: number;
            /** @description Always stoa. */
            enterprise_id: string;
            /** @description Team of the application. */
            team_name: string;
            /** @description Number of its components. */
            service_count: number;
            /** @description Number of those that run. */
            running_service_count: number;
            /** @description MiB of memory that the components that run may use. */
            used_momory: number;
            /** @description Thousandths of a core that the components that run may use. */
            used_cpu: number;
            /**
             * @description Whether all components run, or some, or none.
             * @enum {string}
             */
            status: "running" | "part_running" | "closed";
        };
        Topology: {
            /** @description The application. */
            application: {
                /** @description The application in paths. */
                app_id: number;
                /** @description Name of the application that people see. */
                name: string;
                /** @description Name of the Application in the cluster. */
                k8s_app: string;
                /** @description Note on the application. */
                note: string;
                /**
                 * @description How its components fare as a whole; docs/applications.md explains each.
                 * @enum {string}
                 */
                phase: "NIL" | "CLOSED" | "PARTIAL_ABNORMAL" | "ABNORMAL" | "STARTING" | "STOPPING" | "RUNNING";
                /**
                 * @description Unknown while it is on its way, and while nobody has looked at it; False is a problem.
                 * @enum {string}
                 */
                ready: "True" | "False" | "Unknown";
                /** @description Reason of that; docs/reasons.md explains each. */
                reason: string;
                /** @description The same for people. */
                message: string;
                /** @description What to do; empty where there is nothing. */
                todo: string;
                /** @description Tool that keeps it as its sources say, and would undo changes, such as Argo CD (Application shop); empty where there is none. */
                managed_by: string;
            };
            /** @description The Gateway of its rules. */
            gateway: {
                /** @description GatewayClass of the Gateway; empty where neither the configuration nor the caller can tell. */
                engine: string;
                /** @description Namespace of the Gateway. */
                namespace: string;
                /** @description Name of the Gateway. */
                name: string;
                /** @description Addresses of the Gateway; the one of the configuration where the caller may not read it; empty where nobody knows. */
                addresses: string[];
                /** @description Whether it has a listener for HTTPS; left out where the caller may not read the Gateway. */
                https?: boolean;
            };
            /** @description Its rules, the oldest first; of more than 1000, those that are ready are left out first. */
            rules: {
                /** @description The rule in paths: the uid of its GatewayRule without dashes. */
                rule_id: string;
                /** @description Name of its GatewayRule. */
                name: string;
                /**
                 * @description What it passes on; rules of http and grpc have http in other operations, tcp and udp tcp.
                 * @enum {string}
                 */
                protocol: "http" | "grpc" | "tcp" | "udp" | "tls";
                /** @description Component that it leads to; of a Service that is none, its name. */
                service_id: string;
                /** @description Port of the component; 0 where the rule has a name for it that no port has. */
                container_port: number;
                /** @description Where clients find it; empty where the host is a wildcard, and where no address is known. */
                urls: string[];
                /** @description Host that it answers for; of tcp and udp, the address. */
                host: string;
                /** @description Port of the gateway. */
                port: number;
                /** @description Path that it answers for; empty for tcp, udp and tls. */
                path: string;
                /** @description Further conditions on requests in short, such as GET, header x=1; empty where there are none. */
                summary: string;
                /** @description Share among rules with the same host, path and conditions. */
                weight: number;
                /** @description Number by which it names its certificate; 0 where it does not. */
                certificate_id: number;
                /** @description Secret of its certificate, as far as that is known; empty where it is none. */
                certificate_name: string;
                /**
                 * @description Unknown while it is on its way, and while nobody has looked at it; False is a problem.
                 * @enum {string}
                 */
                ready: "True" | "False" | "Unknown";
                /** @description Reason of that; docs/reasons.md explains each. */
                reason: string;
                /** @description The same for people. */
                message: string;
                /** @description What to do; empty where there is nothing. */
                todo: string;
                /** @description The conditions that Ready follows from. */
                conditions: {
                    /** @description Name of the condition. */
                    type: string;
                    /**
                     * @description Whether it holds.
                     * @enum {string}
                     */
                    status: "True" | "False" | "Unknown";
                    /** @description Reason of that. */
                    reason: string;
                    /** @description The same for people. */
                    message: string;
                    /** @description Time at which the status last changed. */
                    since: string;
                    /** @description What to do; empty where there is nothing. */
                    todo: string;
                }[];
                /** @description Time at which it was created. */
                created_at: string;
                /** @description Number of the version of its spec. */
                generation: number;
                /** @description Tool that keeps it as its sources say, and would undo changes, such as Argo CD (Application shop); empty where there is none. */
                managed_by: string;
            }[];
            /** @description Number of its rules. */
            rules_total: number;
            /** @description Its components by the names of their workloads; the first 500. */
            components: {
                /** @description The component; two workloads may be of one. */
                service_id: string;
                /** @description Name of the component that people see. */
                name: string;
                /** @description Alias of the component. */
                alias: string;
                /** @description Kind of its workload. */
                kind: string;
                /** @description Name of its workload. */
                workload: string;
                /**
                 * @description State of the component; docs/applications.md explains each.
                 * @enum {string}
                 */
                state: "undeploy" | "closed" | "starting" | "waiting" | "running" | "upgrade" | "abnormal" | "some_abnormal" | "stopping" | "succeeded";
                /** @description What is wrong, such as CrashLoopBackOff; empty where it has no such name. */
                reason: string;
                /** @description What is wrong, or what it waits for, for people; empty where nothing is. */
                message: string;
                /** @description Image of the main container; empty where the caller may not read the workload. */
                image: string;
                /** @description Version of the component in its model, or the tag of its image. */
                version: string;
                /** @description Pods that it wants. */
                replicas: number;
                /** @description Pods that are ready; of a Job, those that have succeeded. */
                ready_replicas: number;
                /** @description Ports of its Services. */
                ports: {
                    /** @description Service of the port. */
                    service: string;
                    /** @description Name of the port; empty where it has none. */
                    name: string;
                    /** @description Port of the Service. */
                    port: number;
                    /** @description Port of the containers behind it; 0 where no container gives it a number. */
                    container_port: number;
                    /**
                     * @description Transport.
                     * @enum {string}
                     */
                    protocol: "tcp" | "udp";
                    /**
                     * @description Protocol that the Service declares; empty where it declares none.
                     * @enum {string}
                     */
                    app_protocol: "" | "http" | "h2c" | "https" | "ws" | "other";
                    /** @description Whether it is open to the outside. */
                    open: boolean;
                }[];
                /** @description Its pods by name, at most 20, and fewer where the application has more than 100 components; those that are ready are left out first. */
                pods: {
                    /** @description Name of the pod. */
                    name: string;
                    /** @description Phase of the pod, such as Running; Terminating while it is being deleted. */
                    phase: string;
                    /** @description Whether its Services lead to it. */
                    ready: boolean;
                    /** @description Number of restarts of its containers. */
                    restarts: number;
                    /** @description What keeps it from being ready, such as CrashLoopBackOff; empty where nothing does. */
                    reason: string;
                    /** @description The same for people. */
                    message: string;
                    /** @description Node that it runs on; empty where it has none. */
                    node: string;
                    /** @description Time at which the node took it; empty before. */
                    started_at: string;
                }[];
                /** @description Number of its pods. */
                pods_total: number;
                /** @description Install that made it; empty where none did. */
                install_id: string;
                /** @description Components that it uses, by service_id, as its model says; empty where it has none. */
                depends_on: string[];
                /** @description Wave of the roll-out that it belongs to; 0 where no install made it. */
                wave: number;
                /** @description Tool that keeps it as its sources say, and would undo changes, such as Argo CD (Application shop); empty where there is none. */
                managed_by: string;
                /** @description Whether the application has adopted it. */
                adopted: boolean;
            }[];
            /** @description Number of its components. */
            components_total: number;
            /** @description Its installs, the oldest first; of more than 100, those that are ready are left out first. */
            installs: {
                /** @description The install in paths: the uid of its MarketInstall without dashes. */
                install_id: string;
                /** @description Name of its MarketInstall. */
                name: string;
                /**
                 * @description Whether it has an application model, or a chart.
                 * @enum {string}
                 */
                kind: "model" | "chart";
                /** @description The application model in the store, or the name of the chart. */
                app_model_id: string;
                /** @description Version that is asked for. */
                version: string;
                /** @description Version that was last rolled out in full; empty where none was. */
                serving_version: string;
                /**
                 * @description Unknown while it is on its way, and while nobody has looked at it; False is a problem.
                 * @enum {string}
                 */
                ready: "True" | "False" | "Unknown";
                /** @description Reason of that; docs/reasons.md explains each. */
                reason: string;
                /** @description The same for people. */
                message: string;
                /** @description What to do; empty where there is nothing. */
                todo: string;
                /** @description Wave that is being rolled out, of how many, such as 2/3. */
                wave: string;
                /** @description Components that are ready, of how many, such as 4/7. */
                components_ready: string;
                /** @description Tool that keeps it as its sources say, and would undo changes, such as Argo CD (Application shop); empty where there is none. */
                managed_by: string;
            }[];
            /** @description Number of its installs. */
            installs_total: number;
            /** @description Rights of the caller in the namespace of the team, of at most five seconds ago. The API server still decides on each request, and policies of the cluster may forbid more. */
            may: {
                application: {
                    /** @description Whether the caller may delete Applications. */
                    delete: boolean;
                };
                rules: {
                    /** @description Whether the caller may create GatewayRules. */
                    create: boolean;
                    /** @description Whether the caller may edit them. */
                    edit: boolean;
                    /** @description Whether the caller may delete them. */
                    delete: boolean;
                };
                installs: {
                    /** @description Whether the caller may create MarketInstalls. */
                    create: boolean;
                    /** @description Whether the caller may upgrade them and go back. */
                    edit: boolean;
                };
                components: {
                    /** @description Whether the caller may start and stop Deployments and StatefulSets that no install made. */
                    edit: boolean;
                };
                certificates: {
                    /** @description Whether the caller may list certificates. */
                    read: boolean;
                    /** @description Whether the caller may upload certificates. */
                    create: boolean;
                    /** @description Whether the caller may replace them. */
                    edit: boolean;
                    /** @description Whether the caller may delete them. */
                    delete: boolean;
                };
                pods: {
                    /** @description Whether the caller may list pods. */
                    read: boolean;
                };
                events: {
                    /** @description Whether the caller may list Events. */
                    read: boolean;
                };
                metrics: {
                    /** @description Whether the caller may ask for the usage of components. */
                    read: boolean;
                };
            };
            /** @description What the caller may not read; empty where nothing is missing. */
            missing: {
                /**
                 * @description The part; what depends on it is empty, or as the operator has seen it.
                 * @enum {string}
                 */
                part: "gateway" | "rules" | "components" | "ports" | "pods" | "installs" | "rights";
                /** @description Why it is missing. */
                why: string;
            }[];
        };
        ApplicationEventPage: {
            /** @description The Events of the page, the newest first. */
            events: {
                /** @description The Event: its uid without dashes. */
                event_id: string;
                /** @description Team of its object. */
                tenant_id: string;
                /** @description What reported the Event, for example kubelet. */
                user_name: string;
                /** @description Reason of the Event, for example ScalingReplicaSet. */
                opt_type: string;
                /**
                 * @description failure for a Warning.
                 * @enum {string}
                 */
                status: "success" | "failure";
                /** @description Always complete. */
                final_status: string;
                /** @description What happened. */
                message: string;
                /** @description The same as opt_type. */
                reason: string;
                /** @description First time at which it happened. */
                create_time: string;
                /** @description The same as create_time. */
                start_time: string;
                /** @description Last time at which it happened. */
                end_time: string;
                /** @description Kind of its object: Application, GatewayRule, MarketInstall, Pod, or a workload. */
                kind: string;
                /** @description Name of its object. */
                name: string;
            }[];
            /** @description Number of Events on all pages. */
            total: number;
            /** @description Number of the page, from 1. */
            page: number;
            /** @description Most entries of a page. */
            page_size: number;
            /** @description What the caller may not read; empty where nothing is missing. */
            missing: {
                /**
                 * @description The part; what depends on it is empty, or as the operator has seen it.
                 * @enum {string}
                 */
                part: "gateway" | "rules" | "components" | "ports" | "pods" | "installs" | "rights";
                /** @description Why it is missing. */
                why: string;
            }[];
        };
        EventPage: {
            /** @description The Events of the page, the newest first. */
            events: {
                /** @description The Event: its uid without dashes. */
                event_id: string;
                /** @description Team of its object. */
                tenant_id: string;
                /** @description What reported the Event, for example kubelet. */
                user_name: string;
                /** @description Reason of the Event, for example ScalingReplicaSet. */
                opt_type: string;
                /**
                 * @description failure for a Warning.
                 * @enum {string}
                 */
                status: "success" | "failure";
                /** @description Always complete. */
                final_status: string;
                /** @description What happened. */
                message: string;
                /** @description The same as opt_type. */
                reason: string;
                /** @description First time at which it happened. */
                create_time: string;
                /** @description The same as create_time. */
                start_time: string;
                /** @description Last time at which it happened. */
                end_time: string;
                /** @description Always service. */
                target: string;
                /** @description The component. */
                target_id: string;
            }[];
            /** @description Number of Events on all pages. */
            total: number;
            /** @description Number of the page, from 1. */
            page: number;
            /** @description Most entries of a page. */
            page_size: number;
        };
        OperationDone: {
            /** @description Always 操作成功, which is: done. */
            msg: string;
        };
        CertificatePage: {
            /** @description The certificates of the page, the oldest first. */
            list: {
                /** @description The number that a rule has as certificate_id; 0 where it has none, and rules name its Secret. */
                id: number;
                /** @description Its Secret, which a rule has as certificate_name. */
                name: string;
                /** @description Name of the certificate that people see. */
                alias: string;
                /** @description Always 服务端证书: a certificate of a server. */
                certificate_type: string;
                /** @description Whether its end is over, or it cannot be read. */
                has_expired: boolean;
                /** @description Names of hosts that it is for. */
                issued_to: string[];
                /** @description Common name of its issuer, or its organization. */
                issued_by: string;
                /** @description End of its validity in UTC, as 2026-01-02T03:04:05; empty if it cannot be read. */
                end_data: string;
                /** @description What gateway engines or clients find wrong with it, or will within two weeks; empty if nothing. */
                problems: string[];
                /** @description The first rules that name it, or are served with it, the oldest first; left out where you may not list rules. */
                rules?: {
                    /** @description The rule in paths of its application. */
                    rule_id: string;
                    /** @description Its GatewayRule. */
                    name: string;
                    /** @description Host name that it answers for. */
                    domain_name: string;
                    /** @description Its application; 0 where it belongs to none. */
                    app_id: number;
                }[];
                /** @description Number of all of these rules. */
                rules_total?: number;
            }[];
            /** @description Number of certificates on all pages. */
            total: number;
            /** @description Number of the page, from 1. */
            page: number;
            /** @description Most entries of a page. */
            page_size: number;
        };
        Certificate: {
            /** @description The number that a rule has as certificate_id; 0 where it has none, and rules name its Secret. */
            id: number;
            /** @description Its Secret, which a rule has as certificate_name. */
            name: string;
            /** @description Name of the certificate that people see. */
            alias: string;
            /** @description Always 服务端证书: a certificate of a server. */
            certificate_type: string;
            /** @description The certificate and its chain in PEM; in answers to writes, in base64. */
            certificate: string;
        };
        Events: string;
        Problem: {
            /** @description Which error it is, for programs. */
            type: string;
            /** @description Which error it is, for people. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What is wrong with this request, and the way out. */
            detail: string;
            /** @description The number by which clients of the contract tell the error. */
            code: number;
            /** @description The same as detail. */
            msg: string;
            /** @description The same as title. */
            msg_show: string;
            /** @description The id of the request, also in the header X-Request-Id and in the log. */
            request_id: string;
            /** @description The fields that are wrong. */
            errors?: {
                /** @description The field of the request, as a path with dots. */
                field: string;
                /** @description What is wrong with it, and the way out. */
                message: string;
            }[];
            /** @description The same, nested as the fields are: a list of messages in the place of each field. */
            err?: {
                [key: string]: unknown;
            };
        };
    };
    responses: {
        /** @description The token is missing or not valid (`unauthorized`). */
        Unauthorized: {
            headers: {
                /** @description The id of the request, also in the log. */
                "X-Request-Id": string;
                /** @description How to say who asks. */
                "WWW-Authenticate": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    type?: "https://stoa.dev/problems/unauthorized";
                    /** @constant */
                    status?: 401;
                    /** @enum {unknown} */
                    code?: 401;
                };
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Several namespaces are the team (`team-ambiguous`). */
        TeamAmbiguous: {
            headers: {
                /** @description The id of the request, also in the log. */
                "X-Request-Id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    type?: "https://stoa.dev/problems/team-ambiguous";
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    code?: 409;
                };
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description There are too many requests (`too-many-requests`). */
        TooManyRequests: {
            headers: {
                /** @description The id of the request, also in the log. */
                "X-Request-Id": string;
                /** @description Seconds after which the next request may come. */
                "Retry-After": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    type?: "https://stoa.dev/problems/too-many-requests";
                    /** @constant */
                    status?: 429;
                    /** @enum {unknown} */
                    code?: 429;
                };
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The request comes too slowly (`too-slow`). */
        TooSlow: {
            headers: {
                /** @description The id of the request, also in the log. */
                "X-Request-Id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    type?: "https://stoa.dev/problems/too-slow";
                    /** @constant */
                    status?: 408;
                    /** @enum {unknown} */
                    code?: 408;
                };
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The headers are too large (`headers-too-large`). */
        HeadersTooLarge: {
            headers: {
                /** @description The id of the request, also in the log. */
                "X-Request-Id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    type?: "https://stoa.dev/problems/headers-too-large";
                    /** @constant */
                    status?: 431;
                    /** @enum {unknown} */
                    code?: 431;
                };
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The request is too large (`too-large`). */
        TooLarge: {
            headers: {
                /** @description The id of the request, also in the log. */
                "X-Request-Id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    type?: "https://stoa.dev/problems/too-large";
                    /** @constant */
                    status?: 413;
                    /** @enum {unknown} */
                    code?: 413;
                };
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not plain JSON (`not-json`). */
        NotJson: {
            headers: {
                /** @description The id of the request, also in the log. */
                "X-Request-Id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    type?: "https://stoa.dev/problems/not-json";
                    /** @constant */
                    status?: 415;
                    /** @enum {unknown} */
                    code?: 415;
                };
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The region does not answer (`region-unreachable`). */
        RegionUnreachable: {
            headers: {
                /** @description The id of the request, also in the log. */
                "X-Request-Id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    type?: "https://stoa.dev/problems/region-unreachable";
                    /** @constant */
                    status?: 502;
                    /** @enum {unknown} */
                    code?: 502;
                };
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The Kubernetes API is busy (`unavailable`). */
        Unavailable: {
            headers: {
                /** @description The id of the request, also in the log. */
                "X-Request-Id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    type?: "https://stoa.dev/problems/unavailable";
                    /** @constant */
                    status?: 503;
                    /** @enum {unknown} */
                    code?: 503;
                };
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description It is not known whether the request took effect (`ambiguous`). */
        Ambiguous: {
            headers: {
                /** @description The id of the request, also in the log. */
                "X-Request-Id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    type?: "https://stoa.dev/problems/ambiguous";
                    /** @constant */
                    status?: 504;
                    /** @enum {unknown} */
                    code?: 504;
                };
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Something went wrong here (`internal`). */
        Internal: {
            headers: {
                /** @description The id of the request, also in the log. */
                "X-Request-Id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    type?: "https://stoa.dev/problems/internal";
                    /** @constant */
                    status?: 500;
                    /** @enum {unknown} */
                    code?: 10401;
                };
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The request is not valid (`invalid`). */
        Invalid: {
            headers: {
                /** @description The id of the request, also in the log. */
                "X-Request-Id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    type?: "https://stoa.dev/problems/invalid";
                    /** @constant */
                    status?: 400;
                    /** @enum {unknown} */
                    code?: 20400;
                };
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The rule is not the one that If-Match names (`precondition-failed`). */
        PreconditionFailed: {
            headers: {
                /** @description The id of the request, also in the log. */
                "X-Request-Id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    type?: "https://stoa.dev/problems/precondition-failed";
                    /** @constant */
                    status?: 412;
                    /** @enum {unknown} */
                    code?: 412;
                };
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no such region (`region-not-found`). */
        RegionNotFound: {
            headers: {
                /** @description The id of the request, also in the log. */
                "X-Request-Id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    type?: "https://stoa.dev/problems/region-not-found";
                    /** @constant */
                    status?: 404;
                    /** @enum {unknown} */
                    code?: 3000;
                };
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The store answers too slowly (`store-too-slow`). */
        StoreTooSlow: {
            headers: {
                /** @description The id of the request, also in the log. */
                "X-Request-Id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    type?: "https://stoa.dev/problems/store-too-slow";
                    /** @constant */
                    status?: 504;
                    /** @enum {unknown} */
                    code?: 504;
                };
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Prometheus answers too slowly (`monitor-too-slow`). */
        MonitorTooSlow: {
            headers: {
                /** @description The id of the request, also in the log. */
                "X-Request-Id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    type?: "https://stoa.dev/problems/monitor-too-slow";
                    /** @constant */
                    status?: 504;
                    /** @enum {unknown} */
                    code?: 504;
                };
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Another certificate has the alias (`alias-taken`). */
        AliasTaken: {
            headers: {
                /** @description The id of the request, also in the log. */
                "X-Request-Id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    type?: "https://stoa.dev/problems/alias-taken";
                    /** @constant */
                    status?: 412;
                    /** @enum {unknown} */
                    code?: 412;
                };
                "application/json": components["schemas"]["Problem"];
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
    listRules: {
        parameters: {
            query?: {
                /** @description http, tcp or tls for the rules of one protocol; anything else is for all. */
                query?: string;
            };
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rules, the oldest first. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatewayRulesOf"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such operation (`path-not-found`). */
            404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: 2000 | 3000 | 4000 | 404;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            409: components["responses"]["TeamAmbiguous"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            502: components["responses"]["RegionUnreachable"];
            503: components["responses"]["Unavailable"];
        };
    };
    createRule: {
        parameters: {
            query?: {
                /** @description true or 1: nothing is written; the response says what would be, and what this request would be answered. */
                dryRun?: string;
            };
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PostGatewayRule"];
            };
        };
        responses: {
            /** @description The rule is stored: all rules of the application. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    /** @description What clients of the gateway will find wrong with what is written, where there is anything. */
                    "X-Stoa-Warning"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatewayRule"] | components["schemas"]["DryRun"];
                };
            };
            /** @description The request is not valid (`invalid`); There is no such component (`component-not-found`); The port is not open (`port-closed`); There is no such certificate (`certificate-not-found`); The team may not name the issuer (`issuer-not-allowed`); The rule exists already (`rule-exists`); A redirect has its host and path for itself (`redirect-in-the-way`); Another rule decides where TLS of the host ends (`tls-conflict`); The host is for another protocol (`host-of-other-protocol`); The host has no room for the conditions (`no-room`); The host belongs to another team (`host-taken`); The host or port is not declared for the team (`name-not-declared`); The team has as many as it may have (`team-limit`); The gateway does not offer the port (`port-not-offered`); The address is taken (`address-taken`). */
            400: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/invalid" | "https://stoa.dev/problems/component-not-found" | "https://stoa.dev/problems/port-closed" | "https://stoa.dev/problems/certificate-not-found" | "https://stoa.dev/problems/issuer-not-allowed" | "https://stoa.dev/problems/rule-exists" | "https://stoa.dev/problems/redirect-in-the-way" | "https://stoa.dev/problems/tls-conflict" | "https://stoa.dev/problems/host-of-other-protocol" | "https://stoa.dev/problems/no-room" | "https://stoa.dev/problems/host-taken" | "https://stoa.dev/problems/name-not-declared" | "https://stoa.dev/problems/team-limit" | "https://stoa.dev/problems/port-not-offered" | "https://stoa.dev/problems/address-taken";
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: 20400 | 400;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); The component has no such port (`port-not-found`); There is no such operation (`path-not-found`). */
            404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/port-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: 2000 | 3000 | 4000 | 404;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            409: components["responses"]["TeamAmbiguous"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            502: components["responses"]["RegionUnreachable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Ambiguous"];
        };
    };
    readRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags: where the rule has one of them, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
                /** @description Rule: http_rule_id, tcp_rule_id or tls_rule_id of its record. */
                rule_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Stands for the rule as it is answered here. */
                    ETag: string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HttpRecord"] | components["schemas"]["TcpRecord"] | components["schemas"]["TlsRecord"];
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Stands for the rule as it is answered here. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such rule (`rule-not-found`); There is no such operation (`path-not-found`). */
            404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/rule-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: 2000 | 3000 | 4000 | 404;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            409: components["responses"]["TeamAmbiguous"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            502: components["responses"]["RegionUnreachable"];
            503: components["responses"]["Unavailable"];
        };
    };
    editRule: {
        parameters: {
            query?: {
                /** @description true or 1: nothing is written; the response says what would be, and what this request would be answered. */
                dryRun?: string;
            };
            header?: {
                /** @description Entity tags, of which the rule must have one, or * for any: else nothing is done and the answer is 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
                /** @description Rule: http_rule_id, tcp_rule_id or tls_rule_id of its record. */
                rule_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EditedRule"];
            };
        };
        responses: {
            /** @description The rule as it is now. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    /** @description What clients of the gateway will find wrong with what is written, where there is anything. */
                    "X-Stoa-Warning"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HttpRecord"] | components["schemas"]["TcpRecord"] | components["schemas"]["TlsRecord"] | components["schemas"]["DryRun"];
                };
            };
            /** @description The request is not valid (`invalid`); There is no such component (`component-not-found`); The port is not open (`port-closed`); There is no such certificate (`certificate-not-found`); The team may not name the issuer (`issuer-not-allowed`); The rule exists already (`rule-exists`); A redirect has its host and path for itself (`redirect-in-the-way`); Another rule decides where TLS of the host ends (`tls-conflict`); The host is for another protocol (`host-of-other-protocol`); The host has no room for the conditions (`no-room`); The host belongs to another team (`host-taken`); The host or port is not declared for the team (`name-not-declared`); The team has as many as it may have (`team-limit`); The gateway does not offer the port (`port-not-offered`); The address is taken (`address-taken`). */
            400: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/invalid" | "https://stoa.dev/problems/component-not-found" | "https://stoa.dev/problems/port-closed" | "https://stoa.dev/problems/certificate-not-found" | "https://stoa.dev/problems/issuer-not-allowed" | "https://stoa.dev/problems/rule-exists" | "https://stoa.dev/problems/redirect-in-the-way" | "https://stoa.dev/problems/tls-conflict" | "https://stoa.dev/problems/host-of-other-protocol" | "https://stoa.dev/problems/no-room" | "https://stoa.dev/problems/host-taken" | "https://stoa.dev/problems/name-not-declared" | "https://stoa.dev/problems/team-limit" | "https://stoa.dev/problems/port-not-offered" | "https://stoa.dev/problems/address-taken";
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: 20400 | 400;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such rule (`rule-not-found`); The component has no such port (`port-not-found`); There is no such operation (`path-not-found`). */
            404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/rule-not-found" | "https://stoa.dev/problems/port-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: 2000 | 3000 | 4000 | 404;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            /** @description Several namespaces are the team (`team-ambiguous`); The object is managed from elsewhere (`managed-elsewhere`); The rule has changed meanwhile (`rule-changed`). */
            409: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-ambiguous" | "https://stoa.dev/problems/managed-elsewhere" | "https://stoa.dev/problems/rule-changed";
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: 409;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            502: components["responses"]["RegionUnreachable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Ambiguous"];
        };
    };
    deleteRule: {
        parameters: {
            query?: {
                /** @description true or 1: nothing is written; the response says what would be, and what this request would be answered. */
                dryRun?: string;
            };
            header?: {
                /** @description Entity tags, of which the rule must have one, or * for any: else nothing is done and the answer is 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
                /** @description Rule: http_rule_id, tcp_rule_id or tls_rule_id of its record. */
                rule_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule as it was. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HttpRecord"] | components["schemas"]["TcpRecord"] | components["schemas"]["TlsRecord"] | components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such rule (`rule-not-found`); There is no such operation (`path-not-found`). */
            404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/rule-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: 2000 | 3000 | 4000 | 404;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            /** @description Several namespaces are the team (`team-ambiguous`); The object is managed from elsewhere (`managed-elsewhere`); The rule has changed meanwhile (`rule-changed`). */
            409: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-ambiguous" | "https://stoa.dev/problems/managed-elsewhere" | "https://stoa.dev/problems/rule-changed";
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: 409;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            502: components["responses"]["RegionUnreachable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Ambiguous"];
        };
    };
    listHttpRules: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rules, the oldest first. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HttpRecord"][];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such operation (`path-not-found`). */
            404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: 2000 | 3000 | 4000 | 404;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            409: components["responses"]["TeamAmbiguous"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            502: components["responses"]["RegionUnreachable"];
            503: components["responses"]["Unavailable"];
        };
    };
    createHttpRule: {
        parameters: {
            query?: {
                /** @description true or 1: nothing is written; the response says what would be, and what this request would be answered. */
                dryRun?: string;
            };
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Http"];
            };
        };
        responses: {
            /** @description The rule is stored: its record. */
            201: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    /** @description What clients of the gateway will find wrong with what is written, where there is anything. */
                    "X-Stoa-Warning"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HttpRecord"] | components["schemas"]["DryRun"];
                };
            };
            /** @description The request is not valid (`invalid`); There is no such component (`component-not-found`); The port is not open (`port-closed`); There is no such certificate (`certificate-not-found`); The team may not name the issuer (`issuer-not-allowed`); The rule exists already (`rule-exists`); A redirect has its host and path for itself (`redirect-in-the-way`); Another rule decides where TLS of the host ends (`tls-conflict`); The host is for another protocol (`host-of-other-protocol`); The host has no room for the conditions (`no-room`); The host belongs to another team (`host-taken`); The host or port is not declared for the team (`name-not-declared`); The team has as many as it may have (`team-limit`). */
            400: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/invalid" | "https://stoa.dev/problems/component-not-found" | "https://stoa.dev/problems/port-closed" | "https://stoa.dev/problems/certificate-not-found" | "https://stoa.dev/problems/issuer-not-allowed" | "https://stoa.dev/problems/rule-exists" | "https://stoa.dev/problems/redirect-in-the-way" | "https://stoa.dev/problems/tls-conflict" | "https://stoa.dev/problems/host-of-other-protocol" | "https://stoa.dev/problems/no-room" | "https://stoa.dev/problems/host-taken" | "https://stoa.dev/problems/name-not-declared" | "https://stoa.dev/problems/team-limit";
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: 20400 | 400;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); The component has no such port (`port-not-found`); There is no such operation (`path-not-found`). */
            404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/port-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: 2000 | 3000 | 4000 | 404;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            409: components["responses"]["TeamAmbiguous"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            502: components["responses"]["RegionUnreachable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Ambiguous"];
        };
    };
    readHttpRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags: where the rule has one of them, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
                /** @description Rule: http_rule_id, tcp_rule_id or tls_rule_id of its record. */
                rule_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Stands for the rule as it is answered here. */
                    ETag: string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HttpRecord"];
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Stands for the rule as it is answered here. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such rule (`rule-not-found`); There is no such operation (`path-not-found`). */
            404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/rule-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: 2000 | 3000 | 4000 | 404;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            409: components["responses"]["TeamAmbiguous"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            502: components["responses"]["RegionUnreachable"];
            503: components["responses"]["Unavailable"];
        };
    };
    editHttpRule: {
        parameters: {
            query?: {
                /** @description true or 1: nothing is written; the response says what would be, and what this request would be answered. */
                dryRun?: string;
            };
            header?: {
                /** @description Entity tags, of which the rule must have one, or * for any: else nothing is done and the answer is 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
                /** @description Rule: http_rule_id, tcp_rule_id or tls_rule_id of its record. */
                rule_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EditedHttp"];
            };
        };
        responses: {
            /** @description The rule as it is now. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    /** @description What clients of the gateway will find wrong with what is written, where there is anything. */
                    "X-Stoa-Warning"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HttpRecord"] | components["schemas"]["DryRun"];
                };
            };
            /** @description The request is not valid (`invalid`); There is no such component (`component-not-found`); The port is not open (`port-closed`); There is no such certificate (`certificate-not-found`); The team may not name the issuer (`issuer-not-allowed`); The rule exists already (`rule-exists`); A redirect has its host and path for itself (`redirect-in-the-way`); Another rule decides where TLS of the host ends (`tls-conflict`); The host is for another protocol (`host-of-other-protocol`); The host has no room for the conditions (`no-room`); The host belongs to another team (`host-taken`); The host or port is not declared for the team (`name-not-declared`); The team has as many as it may have (`team-limit`). */
            400: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/invalid" | "https://stoa.dev/problems/component-not-found" | "https://stoa.dev/problems/port-closed" | "https://stoa.dev/problems/certificate-not-found" | "https://stoa.dev/problems/issuer-not-allowed" | "https://stoa.dev/problems/rule-exists" | "https://stoa.dev/problems/redirect-in-the-way" | "https://stoa.dev/problems/tls-conflict" | "https://stoa.dev/problems/host-of-other-protocol" | "https://stoa.dev/problems/no-room" | "https://stoa.dev/problems/host-taken" | "https://stoa.dev/problems/name-not-declared" | "https://stoa.dev/problems/team-limit";
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: 20400 | 400;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such rule (`rule-not-found`); The component has no such port (`port-not-found`); There is no such operation (`path-not-found`). */
            404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/rule-not-found" | "https://stoa.dev/problems/port-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: 2000 | 3000 | 4000 | 404;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            /** @description Several namespaces are the team (`team-ambiguous`); The object is managed from elsewhere (`managed-elsewhere`); The rule has changed meanwhile (`rule-changed`). */
            409: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-ambiguous" | "https://stoa.dev/problems/managed-elsewhere" | "https://stoa.dev/problems/rule-changed";
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: 409;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            502: components["responses"]["RegionUnreachable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Ambiguous"];
        };
    };
    deleteHttpRule: {
        parameters: {
            query?: {
                /** @description true or 1: nothing is written; the response says what would be, and what this request would be answered. */
                dryRun?: string;
            };
            header?: {
                /** @description Entity tags, of which the rule must have one, or * for any: else nothing is done and the answer is 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
                /** @description Rule: http_rule_id, tcp_rule_id or tls_rule_id of its record. */
                rule_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule as it was. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HttpRecord"] | components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such rule (`rule-not-found`); There is no such operation (`path-not-found`). */
            404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/rule-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: 2000 | 3000 | 4000 | 404;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            /** @description Several namespaces are the team (`team-ambiguous`); The object is managed from elsewhere (`managed-elsewhere`); The rule has changed meanwhile (`rule-changed`). */
            409: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-ambiguous" | "https://stoa.dev/problems/managed-elsewhere" | "https://stoa.dev/problems/rule-changed";
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: 409;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            502: components["responses"]["RegionUnreachable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Ambiguous"];
        };
    };
    listAllHttpRules: {
        parameters: {
            query?: {
                /** @description true or false: only rules that wait for a certificate from outside, or only others. */
                auto_ssl?: string;
                /** @description The region that is asked; the first one where it is left out. */
                region_name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rules. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlacedHttpRecord"][];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["RegionNotFound"];
            408: components["responses"]["TooSlow"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            502: components["responses"]["RegionUnreachable"];
            503: components["responses"]["Unavailable"];
        };
    };
    installModel: {
        parameters: {
            query?: {
                /** @description true or 1: the components run. false, 0 or left out: they exist, at zero replicas. */
                is_deploy?: string;
                /** @description true or 1: nothing is installed; the response says what would be created, changed and deleted. */
                dryRun?: string;
            };
            header?: {
                /** @description Two requests of an application with the same key are one request. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Install"];
            };
        };
        responses: {
            /** @description Every component of the model exists: the application with all its components. With dryRun, the plan. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Path of the install; with dryRun, of the list of installs. */
                    Location: string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    /** @description What clients of the gateway will find wrong with what is written, where there is anything. */
                    "X-Stoa-Warning"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarketInstall"] | components["schemas"]["InstallPlan"];
                };
            };
            /** @description The request is not valid (`invalid`); The store cannot be used (`store-refused`); The model or chart cannot be installed (`install-failed`). */
            400: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/invalid" | "https://stoa.dev/problems/store-refused" | "https://stoa.dev/problems/install-failed";
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: 20400 | 400;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is missing or not valid (`unauthorized`); The store wants another access key (`store-unauthorized`). */
            401: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description How to say who asks. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/unauthorized" | "https://stoa.dev/problems/store-unauthorized";
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: 401 | 10421;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`); The store does not permit this (`store-forbidden`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses" | "https://stoa.dev/problems/store-forbidden";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403 | 10407;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such operation (`path-not-found`); There is no such install (`install-not-found`); The store has no such model or chart (`model-not-found`); The store has no such version (`model-version-not-found`). */
            404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/path-not-found" | "https://stoa.dev/problems/install-not-found" | "https://stoa.dev/problems/model-not-found" | "https://stoa.dev/problems/model-version-not-found";
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: 2000 | 3000 | 4000 | 404;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            /** @description Several namespaces are the team (`team-ambiguous`); The Idempotency-Key was used for something else (`key-reused`); The object is managed from elsewhere (`managed-elsewhere`). */
            409: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-ambiguous" | "https://stoa.dev/problems/key-reused" | "https://stoa.dev/problems/managed-elsewhere";
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: 409;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            /** @description The store does not answer (`store-unreachable`); The region does not answer (`region-unreachable`). */
            502: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/store-unreachable" | "https://stoa.dev/problems/region-unreachable";
                        /** @constant */
                        status?: 502;
                        /** @enum {unknown} */
                        code?: 502;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            503: components["responses"]["Unavailable"];
            /** @description The store answers too slowly (`store-too-slow`); The install is not planned yet (`install-pending`); It is not known whether the request took effect (`ambiguous`). */
            504: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/store-too-slow" | "https://stoa.dev/problems/install-pending" | "https://stoa.dev/problems/ambiguous";
                        /** @constant */
                        status?: 504;
                        /** @enum {unknown} */
                        code?: 504;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The store cannot be used (`store-refused`): its answer is handed on. */
            "4XX": {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        type?: "https://stoa.dev/problems/store-refused";
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    planInstall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
                /** @description Install: install_id of its record, or its name. */
                install_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlannedVersion"];
            };
        };
        responses: {
            /** @description What the version would create, change and delete. The install stays as it is. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    /** @description What clients of the gateway will find wrong with what is written, where there is anything. */
                    "X-Stoa-Warning"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstallPlan"];
                };
            };
            /** @description The request is not valid (`invalid`); The store cannot be used (`store-refused`); The model or chart cannot be installed (`install-failed`). */
            400: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/invalid" | "https://stoa.dev/problems/store-refused" | "https://stoa.dev/problems/install-failed";
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: 20400 | 400;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is missing or not valid (`unauthorized`); The store wants another access key (`store-unauthorized`). */
            401: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description How to say who asks. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/unauthorized" | "https://stoa.dev/problems/store-unauthorized";
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: 401 | 10421;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`); The store does not permit this (`store-forbidden`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses" | "https://stoa.dev/problems/store-forbidden";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403 | 10407;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such operation (`path-not-found`); There is no such install (`install-not-found`); The store has no such model or chart (`model-not-found`); The store has no such version (`model-version-not-found`). */
            404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/path-not-found" | "https://stoa.dev/problems/install-not-found" | "https://stoa.dev/problems/model-not-found" | "https://stoa.dev/problems/model-version-not-found";
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: 2000 | 3000 | 4000 | 404;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            /** @description Several namespaces are the team (`team-ambiguous`); Somebody else has asked for a plan (`plan-replaced`); The Idempotency-Key was used for something else (`key-reused`); The object is managed from elsewhere (`managed-elsewhere`). */
            409: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-ambiguous" | "https://stoa.dev/problems/plan-replaced" | "https://stoa.dev/problems/key-reused" | "https://stoa.dev/problems/managed-elsewhere";
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: 409;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            /** @description The store does not answer (`store-unreachable`); The region does not answer (`region-unreachable`). */
            502: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/store-unreachable" | "https://stoa.dev/problems/region-unreachable";
                        /** @constant */
                        status?: 502;
                        /** @enum {unknown} */
                        code?: 502;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            503: components["responses"]["Unavailable"];
            /** @description The store answers too slowly (`store-too-slow`); The install is not planned yet (`install-pending`); It is not known whether the request took effect (`ambiguous`). */
            504: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/store-too-slow" | "https://stoa.dev/problems/install-pending" | "https://stoa.dev/problems/ambiguous";
                        /** @constant */
                        status?: 504;
                        /** @enum {unknown} */
                        code?: 504;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The store cannot be used (`store-refused`): its answer is handed on. */
            "4XX": {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        type?: "https://stoa.dev/problems/store-refused";
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listInstalls: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The installs, the oldest first. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstallRecord"][];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such operation (`path-not-found`). */
            404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: 2000 | 3000 | 4000 | 404;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            409: components["responses"]["TeamAmbiguous"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            502: components["responses"]["RegionUnreachable"];
            503: components["responses"]["Unavailable"];
        };
    };
    readInstall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
                /** @description Install: install_id of its record, or its name. */
                install_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The install. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstallRecord"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such operation (`path-not-found`); There is no such install (`install-not-found`). */
            404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/path-not-found" | "https://stoa.dev/problems/install-not-found";
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: 2000 | 3000 | 4000 | 404;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            409: components["responses"]["TeamAmbiguous"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            502: components["responses"]["RegionUnreachable"];
            503: components["responses"]["Unavailable"];
        };
    };
    rollbackInstall: {
        parameters: {
            query?: {
                /** @description true or 1: nothing is written; the response says what would be, and what this request would be answered. */
                dryRun?: string;
            };
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
                /** @description Install: install_id of its record, or its name. */
                install_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Rollback"];
            };
        };
        responses: {
            /** @description The spec asks for that version: the install, which is rolled out again. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    /** @description What clients of the gateway will find wrong with what is written, where there is anything. */
                    "X-Stoa-Warning"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstallRecord"] | components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such operation (`path-not-found`); There is no such install (`install-not-found`). */
            404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/path-not-found" | "https://stoa.dev/problems/install-not-found";
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: 2000 | 3000 | 4000 | 404;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            /** @description Several namespaces are the team (`team-ambiguous`); There is no such version to go back to (`rollback-impossible`); The object is managed from elsewhere (`managed-elsewhere`). */
            409: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-ambiguous" | "https://stoa.dev/problems/rollback-impossible" | "https://stoa.dev/problems/managed-elsewhere";
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: 409;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            502: components["responses"]["RegionUnreachable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Ambiguous"];
        };
    };
    listUpgrades: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The installs, the oldest first. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpgradeRecord"][];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such operation (`path-not-found`). */
            404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: 2000 | 3000 | 4000 | 404;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            409: components["responses"]["TeamAmbiguous"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            502: components["responses"]["RegionUnreachable"];
            503: components["responses"]["Unavailable"];
        };
    };
    upgradeInstalls: {
        parameters: {
            query?: {
                /** @description true or 1: nothing is written; the response says what would be, and what this request would be answered. */
                dryRun?: string;
            };
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Upgrade"];
            };
        };
        responses: {
            /** @description The specs ask for the versions, which are rolled out: the list of upgrades after that. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    /** @description What clients of the gateway will find wrong with what is written, where there is anything. */
                    "X-Stoa-Warning"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpgradeRecord"][] | components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such operation (`path-not-found`); There is no such install (`install-not-found`). */
            404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/path-not-found" | "https://stoa.dev/problems/install-not-found";
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: 2000 | 3000 | 4000 | 404;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            /** @description Several namespaces are the team (`team-ambiguous`); The object is managed from elsewhere (`managed-elsewhere`). */
            409: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-ambiguous" | "https://stoa.dev/problems/managed-elsewhere";
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: 409;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            502: components["responses"]["RegionUnreachable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Ambiguous"];
        };
    };
    listStoreApps: {
        parameters: {
            query: {
                /** @description Address of the store. */
                market_url: string;
                /** @description Kind of store: helm for charts; rainstore where left out. */
                market_type?: string;
                /** @description Tenant of the store; charts have none. */
                market_domain?: string;
                /** @description Secret of the team with the access key, bound to the store as for an install; none is sent where left out. */
                access_key_secret?: string;
                /** @description The region that is asked; the first one where it is left out. */
                region_name?: string;
                /** @description Only what has this text in its name. */
                query?: string;
                /** @description The page, from 1; 1 where it is no such number. */
                page?: string;
                /** @description Entries of a page, at most 1000; 10 where it is no such number. */
                page_size?: string;
            };
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of it, by name for charts. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoreAppPage"];
                };
            };
            /** @description The request is not valid (`invalid`); The store cannot be used (`store-refused`). */
            400: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/invalid" | "https://stoa.dev/problems/store-refused";
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: 20400 | 400;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is missing or not valid (`unauthorized`); The store wants another access key (`store-unauthorized`). */
            401: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description How to say who asks. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/unauthorized" | "https://stoa.dev/problems/store-unauthorized";
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: 401 | 10421;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`); The store does not permit this (`store-forbidden`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses" | "https://stoa.dev/problems/store-forbidden";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403 | 10407;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such operation (`path-not-found`); The store has no such model or chart (`model-not-found`); The store has no such version (`model-version-not-found`). */
            404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/path-not-found" | "https://stoa.dev/problems/model-not-found" | "https://stoa.dev/problems/model-version-not-found";
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: 2000 | 3000 | 404;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            409: components["responses"]["TeamAmbiguous"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            /** @description The store does not answer (`store-unreachable`); The region does not answer (`region-unreachable`). */
            502: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/store-unreachable" | "https://stoa.dev/problems/region-unreachable";
                        /** @constant */
                        status?: 502;
                        /** @enum {unknown} */
                        code?: 502;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            503: components["responses"]["Unavailable"];
            504: components["responses"]["StoreTooSlow"];
            /** @description The store cannot be used (`store-refused`): its answer is handed on. */
            "4XX": {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        type?: "https://stoa.dev/problems/store-refused";
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readStoreApp: {
        parameters: {
            query: {
                /** @description Address of the store. */
                market_url: string;
                /** @description Kind of store: helm for charts; rainstore where left out. */
                market_type?: string;
                /** @description Tenant of the store; charts have none. */
                market_domain?: string;
                /** @description Secret of the team with the access key, bound to the store as for an install; none is sent where left out. */
                access_key_secret?: string;
                /** @description The region that is asked; the first one where it is left out. */
                region_name?: string;
                /** @description Version of the chart whose values are asked for, or a range; the newest where left out. */
                version?: string;
            };
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description The application model or chart. */
                app_model_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The application model or chart. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoreApp"];
                };
            };
            /** @description The request is not valid (`invalid`); The store cannot be used (`store-refused`). */
            400: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/invalid" | "https://stoa.dev/problems/store-refused";
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: 20400 | 400;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The token is missing or not valid (`unauthorized`); The store wants another access key (`store-unauthorized`). */
            401: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description How to say who asks. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/unauthorized" | "https://stoa.dev/problems/store-unauthorized";
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: 401 | 10421;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`); The store does not permit this (`store-forbidden`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses" | "https://stoa.dev/problems/store-forbidden";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403 | 10407;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such operation (`path-not-found`); The store has no such model or chart (`model-not-found`); The store has no such version (`model-version-not-found`). */
            404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/path-not-found" | "https://stoa.dev/problems/model-not-found" | "https://stoa.dev/problems/model-version-not-found";
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: 2000 | 3000 | 404;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            409: components["responses"]["TeamAmbiguous"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            /** @description The store does not answer (`store-unreachable`); The region does not answer (`region-unreachable`). */
            502: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/store-unreachable" | "https://stoa.dev/problems/region-unreachable";
                        /** @constant */
                        status?: 502;
                        /** @enum {unknown} */
                        code?: 502;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            503: components["responses"]["Unavailable"];
            504: components["responses"]["StoreTooSlow"];
            /** @description The store cannot be used (`store-refused`): its answer is handed on. */
            "4XX": {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        type?: "https://stoa.dev/problems/store-refused";
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    queryMonitor: {
        parameters: {
            query?: {
                /** @description true or 1: only components with an open port. false, 0 or left out: all. */
                is_outer?: string;
                /** @description true or 1: values are not rounded up, and items without values are listed with the reason. false, 0 or left out: as the configuration says. */
                exact?: string;
                /** @description Only the requests of this rule, by its http_rule_id or tcp_rule_id, for the component that it leads to. */
                rule?: string;
                /** @description Only the components of this install, by its install_id or its name. */
                install?: string;
            };
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The components, each with its items that have values; with exact, each with every item. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Number of queries that were sent to Prometheus; 0 if others asked the same just now. */
                    "Stoa-Queries": string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComponentMonitorSerializers"][];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such rule (`rule-not-found`); There is no such operation (`path-not-found`); There is no such install (`install-not-found`). */
            404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/rule-not-found" | "https://stoa.dev/problems/path-not-found" | "https://stoa.dev/problems/install-not-found";
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: 2000 | 3000 | 4000 | 404;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            409: components["responses"]["TeamAmbiguous"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            /** @description Prometheus does not answer (`monitor-unreachable`); Prometheus does not let Stoa in (`monitor-unauthorized`); What answers is not Prometheus (`monitor-malformed`); Prometheus rejects every query (`monitor-refused`); Prometheus answers with too much (`monitor-too-large`); The region does not answer (`region-unreachable`). */
            502: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/monitor-unreachable" | "https://stoa.dev/problems/monitor-unauthorized" | "https://stoa.dev/problems/monitor-malformed" | "https://stoa.dev/problems/monitor-refused" | "https://stoa.dev/problems/monitor-too-large" | "https://stoa.dev/problems/region-unreachable";
                        /** @constant */
                        status?: 502;
                        /** @enum {unknown} */
                        code?: 502;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Prometheus starts, or has too many requests (`monitor-busy`); The Kubernetes API is busy (`unavailable`). */
            503: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/monitor-busy" | "https://stoa.dev/problems/unavailable";
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: 503;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            504: components["responses"]["MonitorTooSlow"];
        };
    };
    queryMonitorRange: {
        parameters: {
            query: {
                /** @description Begin of the range, as Unix seconds or as a time such as 2024-03-09T16:00:00Z. */
                start: string;
                /** @description End of the range, at most 31 days after its begin, as Unix seconds or as a time such as 2024-03-09T16:00:00Z. */
                end: string;
                /** @description Time between two samples, as seconds or as a duration such as 5m; 60 s where left out. */
                step?: string;
                /** @description true or 1: only components with an open port. false, 0 or left out: all. */
                is_outer?: string;
                /** @description true or 1: values are not rounded up, and items without values are listed with the reason. false, 0 or left out: as the configuration says. */
                exact?: string;
                /** @description Only the requests of this rule, by its http_rule_id or tcp_rule_id, for the component that it leads to. */
                rule?: string;
                /** @description Only the components of this install, by its install_id or its name. */
                install?: string;
            };
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The components, each with its items that have values; with exact, each with every item. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Number of queries that were sent to Prometheus; 0 if others asked the same just now. */
                    "Stoa-Queries": string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComponentMonitorSerializers"][];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such rule (`rule-not-found`); There is no such operation (`path-not-found`); There is no such install (`install-not-found`). */
            404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/rule-not-found" | "https://stoa.dev/problems/path-not-found" | "https://stoa.dev/problems/install-not-found";
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: 2000 | 3000 | 4000 | 404;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            409: components["responses"]["TeamAmbiguous"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            /** @description Prometheus does not answer (`monitor-unreachable`); Prometheus does not let Stoa in (`monitor-unauthorized`); What answers is not Prometheus (`monitor-malformed`); Prometheus rejects every query (`monitor-refused`); Prometheus answers with too much (`monitor-too-large`); The region does not answer (`region-unreachable`). */
            502: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/monitor-unreachable" | "https://stoa.dev/problems/monitor-unauthorized" | "https://stoa.dev/problems/monitor-malformed" | "https://stoa.dev/problems/monitor-refused" | "https://stoa.dev/problems/monitor-too-large" | "https://stoa.dev/problems/region-unreachable";
                        /** @constant */
                        status?: 502;
                        /** @enum {unknown} */
                        code?: 502;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Prometheus starts, or has too many requests (`monitor-busy`); The Kubernetes API is busy (`unavailable`). */
            503: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/monitor-busy" | "https://stoa.dev/problems/unavailable";
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: 503;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            504: components["responses"]["MonitorTooSlow"];
        };
    };
    listTeams: {
        parameters: {
            query?: {
                /** @description Only what has this text in its name. */
                query?: string;
                /** @description The page, from 1; 1 where it is no such number. */
                page?: string;
                /** @description Entries of a page, at most 1000; 10 where it is no such number. */
                page_size?: string;
                /** @description The region that is asked; the first one where it is left out. */
                region_name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the teams. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamPage"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["RegionNotFound"];
            408: components["responses"]["TooSlow"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            502: components["responses"]["RegionUnreachable"];
            503: components["responses"]["Unavailable"];
        };
    };
    readTeam: {
        parameters: {
            query?: {
                /** @description The region that is asked; the first one where it is left out. */
                region_name?: string;
            };
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The team. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such operation (`path-not-found`). */
            404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: 2000 | 3000 | 404;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            409: components["responses"]["TeamAmbiguous"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            502: components["responses"]["RegionUnreachable"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTeamRegions: {
        parameters: {
            query?: {
                /** @description Only what has this text in its name. */
                query?: string;
                /** @description The page, from 1; 1 where it is no such number. */
                page?: string;
                /** @description Entries of a page, at most 1000; 10 where it is no such number. */
                page_size?: string;
                /** @description The region that is asked; the first one where it is left out. */
                region_name?: string;
            };
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the regions. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamRegionPage"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such operation (`path-not-found`). */
            404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: 2000 | 3000 | 404;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            409: components["responses"]["TeamAmbiguous"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            502: components["responses"]["RegionUnreachable"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRegions: {
        parameters: {
            query?: {
                /** @description The region that is asked; the first one where it is left out. */
                region_name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All regions for a token of the first one; for a token of another one, that region. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Region"][];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["RegionNotFound"];
            408: components["responses"]["TooSlow"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            502: components["responses"]["RegionUnreachable"];
            503: components["responses"]["Unavailable"];
        };
    };
    readCurrentUser: {
        parameters: {
            query?: {
                /** @description The region that is asked; the first one where it is left out. */
                region_name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user, as the cluster names it. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentUser"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["RegionNotFound"];
            408: components["responses"]["TooSlow"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            502: components["responses"]["RegionUnreachable"];
            503: components["responses"]["Unavailable"];
        };
    };
    listApplications: {
        parameters: {
            query?: {
                /** @description Only what has this text in its name. */
                query?: string;
            };
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The applications, the oldest first. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedApplication"][];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such operation (`path-not-found`). */
            404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: 2000 | 3000 | 404;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            409: components["responses"]["TeamAmbiguous"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            502: components["responses"]["RegionUnreachable"];
            503: components["responses"]["Unavailable"];
        };
    };
    createApplication: {
        parameters: {
            query?: {
                /** @description true or 1: nothing is written; the response says what would be, and what this request would be answered. */
                dryRun?: string;
            };
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewApplication"];
            };
        };
        responses: {
            /** @description The application is stored. */
            201: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    /** @description What clients of the gateway will find wrong with what is written, where there is anything. */
                    "X-Stoa-Warning"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedApplication"] | components["schemas"]["DryRun"];
                };
            };
            /** @description Another application has the name (`app-name-taken`); Another Application has the name in the cluster (`app-object-taken`); The request is not valid (`invalid`). */
            400: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/app-name-taken" | "https://stoa.dev/problems/app-object-taken" | "https://stoa.dev/problems/invalid";
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: 400 | 21003 | 20400;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such operation (`path-not-found`). */
            404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: 2000 | 3000 | 404;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            409: components["responses"]["TeamAmbiguous"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            502: components["responses"]["RegionUnreachable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Ambiguous"];
        };
    };
    readApplication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The application. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Application"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such operation (`path-not-found`). */
            404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: 2000 | 3000 | 4000 | 404;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            409: components["responses"]["TeamAmbiguous"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            502: components["responses"]["RegionUnreachable"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteApplication: {
        parameters: {
            query?: {
                /** @description true or 1: also while components run. false, 0 or left out: only if none runs. */
                force?: string;
                /** @description true or 1: nothing is written; the response says what would be, and what this request would be answered. */
                dryRun?: string;
            };
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The application as it was. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedApplication"] | components["schemas"]["DryRun"];
                };
            };
            /** @description Components of the application run (`app-runs`); The request is not valid (`invalid`). */
            400: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/app-runs" | "https://stoa.dev/problems/invalid";
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: 400 | 20400;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such operation (`path-not-found`). */
            404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: 2000 | 3000 | 4000 | 404;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            /** @description Several namespaces are the team (`team-ambiguous`); The object is managed from elsewhere (`managed-elsewhere`). */
            409: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-ambiguous" | "https://stoa.dev/problems/managed-elsewhere";
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: 409;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            502: components["responses"]["RegionUnreachable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Ambiguous"];
        };
    };
    readTopology: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The application, as far as the caller may read it. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Topology"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such operation (`path-not-found`). */
            404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: 2000 | 3000 | 4000 | 404;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            409: components["responses"]["TeamAmbiguous"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            502: components["responses"]["RegionUnreachable"];
            503: components["responses"]["Unavailable"];
        };
    };
    listApplicationEvents: {
        parameters: {
            query?: {
                /** @description The page, from 1; 1 where it is no such number. */
                page?: string;
                /** @description Entries of a page, at most 1000; 10 where it is no such number. */
                page_size?: string;
            };
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the Events, the newest first. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationEventPage"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such operation (`path-not-found`). */
            404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: 2000 | 3000 | 4000 | 404;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            409: components["responses"]["TeamAmbiguous"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            502: components["responses"]["RegionUnreachable"];
            503: components["responses"]["Unavailable"];
        };
    };
    listServices: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The components, by the names of their workloads. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComponentRecord"][];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such operation (`path-not-found`). */
            404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: 2000 | 3000 | 4000 | 404;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            409: components["responses"]["TeamAmbiguous"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            502: components["responses"]["RegionUnreachable"];
            503: components["responses"]["Unavailable"];
        };
    };
    readService: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
                /** @description Component: service_id or service_alias of its record. */
                service_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The component. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComponentRecord"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such component (`service-not-found`); There is no such operation (`path-not-found`). */
            404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/service-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: 2000 | 3000 | 4000 | 404;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            409: components["responses"]["TeamAmbiguous"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            502: components["responses"]["RegionUnreachable"];
            503: components["responses"]["Unavailable"];
        };
    };
    listServiceEvents: {
        parameters: {
            query?: {
                /** @description The page, from 1; 1 where it is no such number. */
                page?: string;
                /** @description Entries of a page, at most 1000; 10 where it is no such number. */
                page_size?: string;
            };
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
                /** @description Component: service_id or service_alias of its record. */
                service_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the Events, the newest first. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such component (`service-not-found`); There is no such operation (`path-not-found`). */
            404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/service-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: 2000 | 3000 | 4000 | 404;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            409: components["responses"]["TeamAmbiguous"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            502: components["responses"]["RegionUnreachable"];
            503: components["responses"]["Unavailable"];
        };
    };
    operateComponents: {
        parameters: {
            query?: {
                /** @description true or 1: nothing is written; the response says what would be, and what this request would be answered. */
                dryRun?: string;
            };
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
                /** @description Application: spec.id of an Application of the team, or its name. */
                app_id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ComponentOperation"];
            };
        };
        responses: {
            /** @description The specs say so: the components start or stop. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    /** @description What clients of the gateway will find wrong with what is written, where there is anything. */
                    "X-Stoa-Warning"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationDone"] | components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such application (`app-not-found`); There is no such component (`service-not-found`); There is no such operation (`path-not-found`); There is no such install (`install-not-found`). */
            404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/app-not-found" | "https://stoa.dev/problems/service-not-found" | "https://stoa.dev/problems/path-not-found" | "https://stoa.dev/problems/install-not-found";
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: 2000 | 3000 | 4000 | 404;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            /** @description Several namespaces are the team (`team-ambiguous`); The components cannot be operated like this (`operation-impossible`); The object is managed from elsewhere (`managed-elsewhere`). */
            409: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-ambiguous" | "https://stoa.dev/problems/operation-impossible" | "https://stoa.dev/problems/managed-elsewhere";
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: 409;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            502: components["responses"]["RegionUnreachable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Ambiguous"];
        };
    };
    listCertificates: {
        parameters: {
            query?: {
                /** @description The page, from 1; 1 where it is no such number. */
                page?: string;
                /** @description Entries of a page, at most 1000; 10 where it is no such number. */
                page_size?: string;
                /** @description The region that is asked; the first one where it is left out. */
                region_name?: string;
            };
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the certificates. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CertificatePage"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such operation (`path-not-found`). */
            404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: 2000 | 3000 | 404;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            409: components["responses"]["TeamAmbiguous"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            502: components["responses"]["RegionUnreachable"];
            503: components["responses"]["Unavailable"];
        };
    };
    createCertificate: {
        parameters: {
            query?: {
                /** @description The region that is asked; the first one where it is left out. */
                region_name?: string;
                /** @description true or 1: nothing is written; the response says what would be, and what this request would be answered. */
                dryRun?: string;
            };
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCertificate"];
            };
        };
        responses: {
            /** @description The certificate is stored: its record, without the private key. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    /** @description What clients of the gateway will find wrong with what is written, where there is anything. */
                    "X-Stoa-Warning"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Certificate"] | components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such operation (`path-not-found`). */
            404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: 2000 | 3000 | 404;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            409: components["responses"]["TeamAmbiguous"];
            412: components["responses"]["AliasTaken"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            502: components["responses"]["RegionUnreachable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Ambiguous"];
        };
    };
    readCertificate: {
        parameters: {
            query?: {
                /** @description The region that is asked; the first one where it is left out. */
                region_name?: string;
            };
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Certificate: id of its record, or name of its Secret. */
                certificate_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The certificate. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Certificate"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such operation (`path-not-found`); The team has no such certificate (`certificate-unknown`). */
            404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/path-not-found" | "https://stoa.dev/problems/certificate-unknown";
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: 2000 | 3000 | 404;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            409: components["responses"]["TeamAmbiguous"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            502: components["responses"]["RegionUnreachable"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceCertificate: {
        parameters: {
            query?: {
                /** @description The region that is asked; the first one where it is left out. */
                region_name?: string;
                /** @description true or 1: nothing is written; the response says what would be, and what this request would be answered. */
                dryRun?: string;
            };
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Certificate: id of its record, or name of its Secret. */
                certificate_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCertificate"];
            };
        };
        responses: {
            /** @description The certificate as it is now. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    /** @description What clients of the gateway will find wrong with what is written, where there is anything. */
                    "X-Stoa-Warning"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Certificate"] | components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such operation (`path-not-found`); The team has no such certificate (`certificate-unknown`). */
            404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/path-not-found" | "https://stoa.dev/problems/certificate-unknown";
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: 2000 | 3000 | 404;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            /** @description Several namespaces are the team (`team-ambiguous`); The object is managed from elsewhere (`managed-elsewhere`). */
            409: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-ambiguous" | "https://stoa.dev/problems/managed-elsewhere";
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: 409;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["AliasTaken"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            502: components["responses"]["RegionUnreachable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Ambiguous"];
        };
    };
    deleteCertificate: {
        parameters: {
            query?: {
                /** @description The region that is asked; the first one where it is left out. */
                region_name?: string;
                /** @description true or 1: nothing is written; the response says what would be, and what this request would be answered. */
                dryRun?: string;
            };
            header?: never;
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Certificate: id of its record, or name of its Secret. */
                certificate_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The certificate as it was. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Certificate"] | components["schemas"]["DryRun"];
                };
            };
            /** @description The request is not valid (`invalid`); A rule has the certificate (`certificate-in-use`). */
            400: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/invalid" | "https://stoa.dev/problems/certificate-in-use";
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: 20400 | 400;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such operation (`path-not-found`); The team has no such certificate (`certificate-unknown`). */
            404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/path-not-found" | "https://stoa.dev/problems/certificate-unknown";
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: 2000 | 3000 | 404;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            /** @description Several namespaces are the team (`team-ambiguous`); The object is managed from elsewhere (`managed-elsewhere`). */
            409: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-ambiguous" | "https://stoa.dev/problems/managed-elsewhere";
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: 409;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            502: components["responses"]["RegionUnreachable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Ambiguous"];
        };
    };
    watchTeam: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the last event that the client has seen. */
                "Last-Event-ID"?: string;
            };
            path: {
                /** @description Team: value of the label stoa.dev/team of a namespace, or else its name where the configuration makes it a team. */
                team_id: string;
                /** @description Region, by its name. */
                region_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events: reset, after which everything may have changed; change, with the resource (application, component or rule) and the name of an object; end, with the reason for which the caller may read no more. */
            200: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    /** @description Members of the body of a write, or parameters and headers of a read, that have no effect, where there are any. */
                    "X-Stoa-Ignored"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["Events"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            /** @description The token does not permit this (`forbidden`); A quota of the namespace is used up (`quota-exceeded`); A policy of the cluster refuses this (`policy-refuses`). */
            403: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/forbidden" | "https://stoa.dev/problems/quota-exceeded" | "https://stoa.dev/problems/policy-refuses";
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: 10402 | 403;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such team (`team-not-found`); There is no such region (`region-not-found`); There is no such operation (`path-not-found`). */
            404: {
                headers: {
                    /** @description The id of the request, also in the log. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        type?: "https://stoa.dev/problems/team-not-found" | "https://stoa.dev/problems/region-not-found" | "https://stoa.dev/problems/path-not-found";
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: 2000 | 3000 | 404;
                    };
                    "application/json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["TooSlow"];
            409: components["responses"]["TeamAmbiguous"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            502: components["responses"]["RegionUnreachable"];
            503: components["responses"]["Unavailable"];
        };
    };
}
