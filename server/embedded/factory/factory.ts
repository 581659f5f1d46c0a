/** The factory program of the demo: two factories, spoken to like a real one. */

import { createErp } from '../../infra/erp/erp'
import { createErpClient } from '../../infra/erp/erp-client'
import type { Db } from '../../kernel/context'
import type { Clock } from '../../ports/clock'
import type { Erp } from '../../ports/erp'
import { demoFactories } from './catalogue'
import { createStoredBook } from './order-book'
import { createFactorySimulator, type FactorySimulator } from './simulator'

/** Anybody may try the demo's factories. */
export const demoFactoryKey = 'demo-factory-key'

export interface EmbeddedFactory {
  readonly erp: Erp
  readonly factory: FactorySimulator
}

export interface EmbeddedFactoryOptions {
  /** Keeps what is ordered. */
  readonly db: Db
  readonly clock: Clock
  /** Default: really waits. */
  readonly wait?: (ms: number) => Promise<void>
}

export function openEmbeddedFactory({ db, clock, wait = sleep }: EmbeddedFactoryOptions): EmbeddedFactory {
  const now = () => clock.now()
  const book = createStoredBook(db, clock)
  const factory = createFactorySimulator({ keys: [demoFactoryKey], factories: demoFactories, book, now, wait })
  const client = createErpClient({ url: 'https://factory.invalid/api', gateway: factory.gateway, now, wait })
  return { erp: createErp(client, { name: '演示工厂', demoKey: demoFactoryKey }), factory }
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
