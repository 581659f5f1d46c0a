/** Opens metrics and traces of a process for the operator's tools, where they are configured; otherwise nothing of them is loaded. */
import type { Config } from './config'
import { listen } from './http/listen'
import { createMetricsApp } from './http/metrics-app'
import type { MetricsOptions } from './infra/metrics/metrics'
import type { Log } from './kernel/log'

interface Needs {
  readonly config: Config
  readonly log: Log
}

export interface Telemetry {
  stop(): Promise<void>
}

const nothing: Telemetry = { stop: async () => undefined }

/** Starts to count operations, and serves the figures on METRICS_PORT. */
export async function serveMetrics({ config, log }: Needs, figures: Omit<MetricsOptions, 'maxConnections'>): Promise<Telemetry> {
  if (!config.metrics) return nothing
  const { openMetrics } = await import('./infra/metrics/metrics')
  const opened = openMetrics({
    ...figures,
    maxConnections: config.databaseUrl === undefined ? 1 : config.databaseLimits.connections,
  })
  const listening = await listen(createMetricsApp(opened), config.metrics)
  log.info(`Prometheus 指标  http://${config.metrics.host}:${listening.port}/metrics`)
  return {
    async stop() {
      opened.stop()
      await listening.close(0)
    },
  }
}

/** Starts to send traces to the collector of OTEL_EXPORTER_OTLP_ENDPOINT. */
export async function openTracing({ config, log }: Needs): Promise<Telemetry> {
  if (!config.tracing) return nothing
  const { startTracing } = await import('./infra/tracing/tracing')
  return startTracing({ ...config.tracing, report: (message, error) => log.error(message, error) })
}
