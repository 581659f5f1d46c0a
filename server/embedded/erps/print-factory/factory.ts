/** The demo's factory program: connects two simulated factories by the same client as a real one. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createErp } from '../../../infra/erps/print-factory/erp'
import { createErpClient } from '../../../infra/erps/print-factory/erp-client'
import type { Db } from '../../../kernel/context'
import type { Clock } from '../../../ports/clock'
import type { Erp } from '../../../ports/erp'
import { demoFactories } from './catalogue'
import { createStoredBook } from './order-book'
import { createFactorySimulator, type FactorySimulator, type FactorySimulatorOptions } from './simulator'

/** A public key, with which anybody may try the demo's factories. */
export const demoFactoryKey = 'demo-factory-key'

export interface EmbeddedFactory<F extends FactorySimulator = FactorySimulator> {
  readonly erp: Erp
  readonly factory: F
}

export interface EmbeddedFactoryOptions {
  /** Stores the orders. */
  readonly db: Db
  readonly clock: Clock
  /** Waits before retries; a real timer by default. */
  readonly wait?: (ms: number) => Promise<void>
}

type CreateFactory<F> = (options: FactorySimulatorOptions & { readonly wait: (ms: number) => Promise<void> }) => F

/** Creates the demo's factories by `create`, and the port that calls them. */
export function connectFactory<F extends FactorySimulator>(
  create: CreateFactory<F>,
  { db, clock, wait = sleep }: EmbeddedFactoryOptions,
): EmbeddedFactory<F> {
  const now = () => clock.now()
  const world = { keys: [demoFactoryKey], factories: demoFactories }
  const factory = create({ world, book: createStoredBook(db, clock), now, wait })
  const client = createErpClient({ url: 'https://factory.invalid/api', gateway: factory.gateway, now, wait })
  return { erp: createErp(client, { name: '演示工厂', demoToken: demoFactoryKey }), factory }
}

export const openEmbeddedFactory = (options: EmbeddedFactoryOptions): EmbeddedFactory =>
  connectFactory(createFactorySimulator, options)
