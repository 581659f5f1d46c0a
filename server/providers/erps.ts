/**
 * Builds the record of this server's factories' programs: of each kind, the one that the operator configured, otherwise the embedded one
 * of the demo, otherwise none.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type EmbeddedFactoryOptions, openEmbeddedFactory } from '../embedded/erps/print-factory/factory'
import { mountFactory } from '../embedded/erps/print-factory/routes'
import type { Mount } from '../http/environment'
import { createErp, printFactoryKind } from '../infra/erps/print-factory/erp'
import { createErpClient } from '../infra/erps/print-factory/erp-client'
import { createOriginGateway } from '../infra/net/origin-gateway'
import { heldErp } from '../infra/outside'
import type { Erp, Erps } from '../ports/erp'

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

/** The factories' programs that are configured, or not. */
export const erpApps = ({ erp }: ErpSettings): readonly unknown[] => [erp]

export interface OpenErps {
  readonly erps: Erps
  /** Routes of embedded factories, where they are used. */
  readonly mounts: readonly Mount[]
}

export interface ErpNeeds extends EmbeddedFactoryOptions {
  /** Returns why no configured program may be called now; null when they may. Absent: they always may. */
  readonly held?: () => string | null
}

export async function openErps(settings: ErpSettings, { held = () => null, ...parts }: ErpNeeds): Promise<OpenErps> {
  const { erp: access, demo, demoFaults } = settings
  if (access) {
    const { url, name } = access
    const gateway = createOriginGateway(new URL(url).origin)
    const client = createErpClient({ url, gateway, now: () => parts.clock.now(), wait: sleep })
    return { erps: { [printFactoryKind]: heldErp(createErp(client, { name, demoToken: null }), held) }, mounts: [] }
  }
  if (!demo) return { erps: {}, mounts: [] }
  const { erp, mount } = await openDouble(demoFaults, parts)
  return { erps: { [printFactoryKind]: erp }, mounts: [mount] }
}

async function openDouble(withFaults: boolean, parts: EmbeddedFactoryOptions): Promise<{ erp: Erp; mount: Mount }> {
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
