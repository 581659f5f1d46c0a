/**
 * Chooses the factories' program of this server: the one the operator configured, otherwise the embedded one of the demo,
 * otherwise none.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type EmbeddedFactoryOptions, openEmbeddedFactory } from '../embedded/erps/print-factory/factory'
import { mountFactory } from '../embedded/erps/print-factory/routes'
import type { Mount } from '../http/environment'
import { createErp } from '../infra/erps/print-factory/erp'
import { createErpClient } from '../infra/erps/print-factory/erp-client'
import { createOriginGateway } from '../infra/net/origin-gateway'
import type { Erp } from '../ports/erp'

export interface ErpAccess {
  /** Base address of the program's interface, without a trailing slash. */
  readonly url: string
  readonly name: string
}

export interface ErpSettings {
  readonly erp: ErpAccess | undefined
  /** Whether the embedded factory may be used, which makes nothing. */
  readonly demo: boolean
  /** Whether the embedded factory simulates faults on request. */
  readonly demoFaults: boolean
}

export interface OpenErp {
  readonly erp: Erp | null
  /** Routes of the embedded factory, where it is used. */
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
  // Imported only on request, so that a production server has no code that loses orders.
  const { mountFactoryFaults, openFaultyFactory } = await import('../embedded/erps/print-factory/faults')
  const { erp, factory } = openFaultyFactory(parts)
  return {
    erp,
    mount(app) {
      mountFactory(app, factory)
      mountFactoryFaults(app, factory)
    },
  }
}
