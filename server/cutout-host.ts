/**
 * Assembles a cutout host: models or service, picture source, and queues. Used by the server and by a separate cutout host.
 */
import type { CutoutClass } from './domain/cutout/classes'
import type { CutoutHost } from './domain/cutout/handlers'
import { createAliyunCutouts } from './infra/cutout/aliyun'
import type { AliyunAddress } from './infra/cutout/aliyun-address'
import { createEngine } from './infra/cutout/engine'
import { withFallback } from './infra/cutout/fallback'
import { findModels } from './infra/cutout/models'
import type { Engine } from './infra/jobs/engine'
import { cutoutQueueOf, cutoutRepair, cutoutWork } from './jobs/cutouts'
import type { Deps } from './kernel/context'
import type { CutoutPictures } from './ports/cutout'

export interface HostOptions extends Pick<Deps, 'db' | 'storage' | 'clock' | 'publicUrl'> {
  readonly jobs: Engine
  readonly secret: string
  readonly pictures: CutoutPictures
  /** A service with better results than the local models, which remain the fallback. */
  readonly service: AliyunAddress | undefined
  /** Classes whose queues this process works on. */
  readonly classes: readonly CutoutClass[]
  report(message: string, error: unknown): void
}

export interface OpenHost extends CutoutHost {
  /** Begins to do the jobs. */
  start(): Promise<void>
  /** Ends the models; call it when the engine of jobs has stopped. */
  close(): Promise<void>
}

/** Returns null when the model files are missing; they come with a build. */
export function openCutoutHost(options: HostOptions): OpenHost | null {
  const folder = findModels()
  if (folder === null) return null
  const { storage, clock, publicUrl, service, report, secret, jobs } = options
  const engine = createEngine({ folder })
  const provider = service
    ? withFallback(createAliyunCutouts({ address: service, storage, clock, publicUrl }), engine, (error) =>
        report('cutout service', error),
      )
    : engine
  return {
    secret,
    async start() {
      for (const each of options.classes) {
        const queue = { ...cutoutQueueOf(each), concurrency: provider.concurrency }
        await jobs.work(cutoutWork({ ...options, provider, composer: engine }, queue, report))
      }
      await jobs.repeat(cutoutRepair({ ...options, jobs }, options.classes, jobs.jobTable))
    },
    close: () => provider.close(),
  }
}
