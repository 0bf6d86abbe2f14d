import { application } from './application.ts';
import { gatewayRule } from './gatewayrule.ts';
import type { KindDefinition } from './kind.ts';
import { marketInstall } from './marketinstall.ts';

/** Kinds of Stoa. */
export const kinds: readonly KindDefinition[] = [application, gatewayRule, marketInstall];
