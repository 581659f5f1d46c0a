/** A cutout host in tests: the real queues, with a provider that is a test double. */
import { cutoutClasses } from '../domain/cutout/classes'
import type { ResultDeps } from '../domain/cutout/result'
import { composePng } from '../infra/cutout/cut'
import type { Engine } from '../infra/jobs/engine'
import { cutoutQueueOf, cutoutWork } from '../jobs/cutouts'
import { openTestEngine, type TestEngineOptions } from './jobs'

/** Opens an engine that cuts pictures out; stop it before the database is closed. */
export async function openCutouts(
  deps: Omit<ResultDeps, 'composer'>,
  options: TestEngineOptions & Required<Pick<TestEngineOptions, 'report'>>,
): Promise<Engine> {
  const engine = await openTestEngine(deps.db, options)
  const composer = {
    compose: async (...[bytes, alpha]: Parameters<typeof composePng>) => Buffer.from(await composePng(bytes, alpha)),
  }
  for (const each of cutoutClasses) {
    const queue = { ...cutoutQueueOf(each), concurrency: deps.provider.concurrency }
    await engine.work(cutoutWork({ ...deps, composer }, queue, options.report))
  }
  return engine
}
