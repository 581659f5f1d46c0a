/** Figures of a process for Prometheus: its operations, its queues and Node itself. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { QueueState } from '../../kernel/jobs'
import { listenToOperations, type Operation, type OperationKind } from '../../kernel/operation'
import type { BackupNote } from '../db/installation'
import { statementVerb } from '../db/statement-name'
import type { Parts } from '../parts'

interface Family {
  /** Name of the histogram of durations. */
  readonly seconds: string
  readonly help: string
  /** Name of the gauge of operations that are not over. */
  readonly running: string
  readonly buckets: readonly number[]
  /** Returns the labels of an ended operation; each has a bounded number of values. */
  labels(operation: Operation, outcome: string): Readonly<Record<string, string>>
}

const quick = [0.001, 0.005, 0.02, 0.1, 0.5, 2.5, 10]
const usual = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const long = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800]

const families: Readonly<Record<OperationKind, Family>> = {
  request: {
    seconds: 'kejiang_http_request_seconds',
    running: 'kejiang_http_requests_running',
    help: 'HTTP requests until the answer begins',
    buckets: usual,
    labels: ({ name, method = '' }, status) => ({ method, route: name, status }),
  },
  'connection-wait': {
    seconds: 'kejiang_database_connection_wait_seconds',
    running: 'kejiang_database_connections_waiting',
    help: 'Waits for a database connection',
    buckets: quick,
    labels: (_, outcome) => ({ outcome }),
  },
  connection: {
    seconds: 'kejiang_database_connection_use_seconds',
    running: 'kejiang_database_connections_in_use',
    help: 'Uses of a database connection, each a transaction or a single statement',
    buckets: quick,
    labels: () => ({}),
  },
  statement: {
    seconds: 'kejiang_database_statement_seconds',
    running: 'kejiang_database_statements_running',
    help: 'Database statements',
    buckets: quick,
    labels: ({ name }, outcome) => ({ verb: statementVerb(name), outcome }),
  },
  storage: {
    seconds: 'kejiang_storage_seconds',
    running: 'kejiang_storage_calls_running',
    help: 'Calls of the storage; a get lasts until its stream begins',
    buckets: usual,
    labels: ({ name }, outcome) => ({ call: name, outcome }),
  },
  call: {
    seconds: 'kejiang_outbound_call_seconds',
    running: 'kejiang_outbound_calls_running',
    help: 'Attempts to call the marketplace, the factories, the payment provider or the cut-out service',
    buckets: usual,
    labels: ({ name, system = '' }, outcome) => ({ system, call: name, outcome }),
  },
  'call-wait': {
    seconds: 'kejiang_outbound_wait_seconds',
    running: 'kejiang_outbound_calls_waiting',
    help: 'Waits that a rate limit or a quota of an outside system asked for',
    buckets: long,
    labels: ({ system = '' }) => ({ system }),
  },
  job: {
    seconds: 'kejiang_job_seconds',
    running: 'kejiang_jobs_running',
    help: 'Rounds of jobs in this process',
    buckets: long,
    labels: ({ name }, outcome) => ({ queue: name, outcome }),
  },
  cutout: {
    seconds: 'kejiang_cutout_seconds',
    running: 'kejiang_cutouts_running',
    help: 'Pictures cut out in this process, without the wait in the queue',
    buckets: long,
    labels: ({ name }, outcome) => ({ type: name, outcome }),
  },
}

const labelNames = (family: Family): string[] => Object.keys(family.labels({ kind: 'request', name: '' }, ''))

/** Figures of the queues, which all processes of a database share. */
const queueGauges = [
  ['kejiang_queue_due_jobs', 'Jobs that could be done now', 'due'],
  ['kejiang_queue_delayed_jobs', 'Jobs that wait for a later time, such as a retry', 'delayed'],
  ['kejiang_queue_running_jobs', 'Jobs that some process is doing', 'running'],
  ['kejiang_queue_oldest_seconds', 'Age of the oldest due job', 'oldestSeconds'],
  ['kejiang_queue_failed_jobs', 'Jobs that failed for the last time and are still stored', 'failed'],
  ['kejiang_queue_dead_letters', 'Failed jobs that an operator may retry', 'deadLetters'],
] as const satisfies readonly (readonly [string, string, keyof QueueState])[]

export interface Metrics {
  readonly contentType: string
  /** Returns all figures in the text format of Prometheus. */
  scrape(): Promise<string>
  /** Stops counting. */
  stop(): void
}

export interface MetricsOptions {
  /** Reads the state of the queues. */
  readonly queues: () => Promise<readonly QueueState[]>
  /** Reads the number and sum of the unbooked payments; absent in a process that takes no payments. */
  readonly unbooked?: () => Promise<{ readonly payments: number; readonly fen: number }>
  /** The parts that this process uses besides the database. */
  readonly parts: Parts
  /** Reads the note on the last backups; absent in a process that makes none. */
  readonly backups?: (() => Promise<BackupNote | null>) | undefined
  /** Size of the database's connection pool; 1 for the embedded database. */
  readonly maxConnections: number
}

/** Starts to count. The figures begin at 0 with the process. */
export function openMetrics({ queues, parts, unbooked, backups, maxConnections }: MetricsOptions): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const max = { name: 'kejiang_database_connections_max', help: 'Size of the pool of database connections', registers }
  new Gauge(max).set(maxConnections)
  const stopCounting = countOperations(registers)
  new Gauge({
    name: 'kejiang_part_up',
    help: 'Whether a part that this process uses works: 1 or 0; absent until it was looked at',
    labelNames: ['part'],
    registers,
    collect() {
      this.reset()
      for (const [part, report] of Object.entries(parts)) {
        const { state } = report()
        if (state !== 'unknown') this.set({ part }, state === 'ok' ? 1 : 0)
      }
    },
  })
  if (backups) watchBackups(registers, backups)
  const failures = new Counter({
    name: 'kejiang_queue_read_failures_total',
    help: 'Scrapes that could not read the queues',
    registers,
  })
  const gauges = queueGauges.map(([name, help, field]) => ({
    field,
    gauge: new Gauge({ name, help, labelNames: ['queue'], registers }),
  }))

  const readUnbooked = unbooked && unbookedGauges(registers, unbooked)

  async function readQueues(): Promise<void> {
    for (const { gauge } of gauges) gauge.reset()
    try {
      for (const state of await queues()) for (const { gauge, field } of gauges) gauge.set({ queue: state.queue }, state[field])
    } catch {
      // A database that is away must not hide the other figures, which tell so.
      failures.inc()
    }
  }

  return {
    contentType: registry.contentType,
    async scrape() {
      await Promise.all([readQueues(), readUnbooked?.()])
      return registry.metrics()
    },
    stop: stopCounting,
  }
}

/** Makes the figures of money that was not booked; returns the function that reads them. */
function unbookedGauges(registers: Registry[], read: NonNullable<MetricsOptions['unbooked']>): () => Promise<void> {
  const help = 'Payments that came, became no credits and were not returned yet (npm run refund lists them)'
  const payments = new Gauge({ name: 'kejiang_unbooked_payments', help, registers })
  const fen = new Gauge({ name: 'kejiang_unbooked_payments_fen', help: 'Sum of these payments, fen', registers })
  return async () => {
    const sum = await read().catch(() => null)
    // An earlier number would say that all is well.
    payments.set(sum?.payments ?? Number.NaN)
    fen.set(sum?.fen ?? Number.NaN)
  }
}

/** Figures of the backups, which all processes of a database share. */
function watchBackups(registers: Registry[], read: NonNullable<MetricsOptions['backups']>): void {
  const figures: readonly (readonly [string, string, (note: BackupNote) => number])[] = [
    [
      'kejiang_backup_whole_timestamp_seconds',
      'When the last backup without a missing file was made',
      ({ wholeAt }) => secondsOf(wholeAt),
    ],
    ['kejiang_backup_missing_files', 'Stored files that are missing from the last backup', ({ last }) => last?.problems ?? 0],
    ['kejiang_backup_failed', 'Whether the last attempt made no backup', ({ failure }) => (failure ? 1 : 0)],
  ]
  for (const [name, help, figureOf] of figures) {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.reset()
        try {
          this.set(figureOf((await read()) ?? noBackup))
        } catch {
          // A database that is away must not hide the other figures.
          this.set(Number.NaN)
        }
      },
    })
  }
}

const noBackup: BackupNote = { last: null, wholeAt: null, failure: null }
/** 0 before the first one, which is as old as an alert can tell. */
const secondsOf = (time: string | null): number => (time === null ? 0 : Date.parse(time) / 1000)

function countOperations(registers: Registry[]): () => void {
  const meters = new Map(
    Object.entries(families).map(([kind, family]) => {
      const { seconds, running, help, buckets } = family
      const histogram = new Histogram({ name: seconds, help, labelNames: labelNames(family), buckets: [...buckets], registers })
      return [
        kind,
        { family, histogram, running: new Gauge({ name: running, help: `${help}: not over yet`, registers }) },
      ] as const
    }),
  )
  /** Operations that began before counting did are missing here, and are not counted. */
  const startedAt = new WeakMap<Operation, number>()
  return listenToOperations({
    started(operation) {
      startedAt.set(operation, performance.now())
      meters.get(operation.kind)?.running.inc()
    },
    ended(operation, outcome) {
      const start = startedAt.get(operation)
      const meter = meters.get(operation.kind)
      if (start === undefined || !meter) return
      meter.running.dec()
      meter.histogram.observe(meter.family.labels(operation, outcome), (performance.now() - start) / 1000)
    },
  })
}
