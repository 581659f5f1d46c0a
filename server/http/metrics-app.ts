/** Serves a process's figures to Prometheus, on a port of their own: nobody but the operator may read them. */
import { Hono } from 'hono'
import type { Metrics } from '../infra/metrics/metrics'
import type { App, AppEnv } from './environment'

export function createMetricsApp(metrics: Pick<Metrics, 'scrape' | 'contentType'>): App {
  const app: App = new Hono<AppEnv>()
  app.get('/metrics', async (c) => c.body(await metrics.scrape(), 200, { 'content-type': metrics.contentType }))
  return app
}
