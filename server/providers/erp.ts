/** The factories' program of this server: the one the operator names, else the embedded one of the demo, else none. */

import { openEmbeddedFactory, sleep } from '../embedded/factory/factory'
import type { FactorySimulator } from '../embedded/factory/simulator'
import { createErp } from '../infra/erp/erp'
import { createErpClient } from '../infra/erp/erp-client'
import { createOriginGateway } from '../infra/net/origin-gateway'
import type { Db } from '../kernel/context'
import type { Clock } from '../ports/clock'
import type { Erp } from '../ports/erp'

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
