/** The factory program of the demo: two factories, spoken to like a real one. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createErp } from '../../infra/erp/erp'
import { createErpClient } from '../../infra/erp/erp-client'
import type { Db } from '../../kernel/context'
import type { Clock } from '../../ports/clock'
import type { Erp } from '../../ports/erp'
import { demoFactories } from './catalogue'
import { createStoredBook } from './order-book'
import { createFactorySimulator, type FactorySimulator, type FactorySimulatorOptions } from './simulator'

/** Anybody may try the demo's factories. */
export const demoFactoryKey = 'demo-factory-key'

export interface EmbeddedFactory<F extends FactorySimulator = FactorySimulator> {
  readonly erp: Erp
  readonly factory: F
}

export interface EmbeddedFactoryOptions {
  /** Keeps what is ordered. */
  readonly db: Db
  readonly clock: Clock
  /** Default: really waits. */
  readonly wait?: (ms: number) => Promise<void>
}

type CreateFactory<F> = (options: FactorySimulatorOptions & { readonly wait: (ms: number) => Promise<void> }) => F

/** The demo's factories as `create` makes them, and the port that speaks to them. */
export function connectFactory<F extends FactorySimulator>(
  create: CreateFactory<F>,
  { db, clock, wait = sleep }: EmbeddedFactoryOptions,
): EmbeddedFactory<F> {
  const now = () => clock.now()
  const world = { keys: [demoFactoryKey], factories: demoFactories }
  const factory = create({ world, book: createStoredBook(db, clock), now, wait })
  const client = createErpClient({ url: 'https://factory.invalid/api', gateway: factory.gateway, now, wait })
  return { erp: createErp(client, { name: '演示工厂', demoKey: demoFactoryKey }), factory }
}

export const openEmbeddedFactory = (options: EmbeddedFactoryOptions): EmbeddedFactory =>
  connectFactory(createFactorySimulator, options)
