/** The factories' program of this server: the one the operator names, else the embedded one of the demo, else none. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type EmbeddedFactoryOptions, openEmbeddedFactory } from '../embedded/factory/factory'
import { mountFactory } from '../embedded/factory/routes'
import type { Mount } from '../http/environment'
import { createErp } from '../infra/erp/erp'
import { createErpClient } from '../infra/erp/erp-client'
import { createOriginGateway } from '../infra/net/origin-gateway'
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
  /** The embedded factory fails as it is told. */
  readonly demoFaults: boolean
}

export interface OpenErp {
  readonly erp: Erp | null
  /** Routes of the embedded factory, where it stands in. */
  readonly mount: Mount | undefined
}

export async function openErp(settings: ErpSettings, parts: EmbeddedFactoryOptions): Promise<OpenErp> {
  const { erp: access, demo, demoFaults } = settings
  if (!access) return demo ? openDouble(demoFaults, parts) : { erp: null, mount: undefined }
  const { url, name } = access
  const gateway = createOriginGateway(new URL(url).origin)
  const client = createErpClient({ url, gateway, now: () => parts.clock.now(), wait: sleep })
  return { erp: createErp(client, { name, demoKey: null }), mount: undefined }
}

async function openDouble(withFaults: boolean, parts: EmbeddedFactoryOptions): Promise<OpenErp> {
  if (!withFaults) {
    const { erp, factory } = openEmbeddedFactory(parts)
    return { erp, mount: (app) => mountFactory(app, factory) }
  }
  // Loaded only when it is asked for: a server that sells holds no way to lose an order.
  const { mountFactoryFaults, openFaultyFactory } = await import('../embedded/factory/faults')
  const { erp, factory } = openFaultyFactory(parts)
  return {
    erp,
    mount(app) {
      mountFactory(app, factory)
      mountFactoryFaults(app, factory)
    },
  }
}
