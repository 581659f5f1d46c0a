/** The factories' program of this server: the one the operator names, else the embedded one of the demo, else none. */
import type { Db } from '../../kernel/context'
import type { Clock } from '../../ports/clock'
import type { Erp } from '../../ports/erp'
import { createOriginGateway } from '../net/origin-gateway'
import { openEmbeddedFactory, sleep } from './embedded'
import { createErp } from './erp'
import { createErpClient } from './erp-client'
import type { FactorySimulator } from './simulator'

export interface ErpAccess {
  /** Base address of the program's interface, without a trailing slash. */
  readonly url: string
  readonly name: string
}

export interface ErpSettings {
  readonly erp: ErpAccess | undefined
  /** The embedded factory may stand in: nothing is made there. */
  readonly demo: boolean
}

export interface OpenErp {
  readonly erp: Erp | null
  /** The embedded factory, where it is the one. */
  readonly factory: FactorySimulator | undefined
}

export function openErp({ erp: access, demo }: ErpSettings, parts: { readonly db: Db; readonly clock: Clock }): OpenErp {
  if (!access) return demo ? openEmbeddedFactory(parts) : { erp: null, factory: undefined }
  const { url, name } = access
  const gateway = createOriginGateway(new URL(url).origin)
  const client = createErpClient({ url, gateway, now: () => parts.clock.now(), wait: sleep })
  return { erp: createErp(client, { name, demoKey: null }), factory: undefined }
}
