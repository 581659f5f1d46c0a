/**
 * Assembles a cutout host: models or service, picture source, and task worker. Used by the server and by a separate cutout host.
 */
import type { CutoutHost } from './domain/cutout/handlers'
import { releaseTasks, startRunner } from './domain/cutout/runner'
import { createAliyunCutouts } from './infra/cutout/aliyun'
import type { AliyunAddress } from './infra/cutout/aliyun-address'
import { createEngine } from './infra/cutout/engine'
import { withFallback } from './infra/cutout/fallback'
import { findModels } from './infra/cutout/models'
import type { Deps } from './kernel/context'
import type { CutoutPictures } from './ports/cutout'

export interface HostOptions extends Pick<Deps, 'db' | 'storage' | 'clock' | 'publicUrl'> {
  readonly secret: string
  readonly pictures: CutoutPictures
  /** A service with better results than the local models, which remain the fallback. */
  readonly service: AliyunAddress | undefined
  /** Whether no other process works on the same database. */
  readonly alone: boolean
  report(message: string, error: unknown): void
}

export interface OpenHost extends CutoutHost {
  stop(): Promise<void>
}

/** Returns null when the model files are missing; they come with a build. */
export async function openCutoutHost(options: HostOptions): Promise<OpenHost | null> {
  const folder = findModels()
  if (folder === null) return null
  const { db, storage, clock, publicUrl, service, pictures, report, secret } = options
  const engine = createEngine({ folder })
  const provider = service
    ? withFallback(createAliyunCutouts({ address: service, storage, clock, publicUrl }), engine, (error) =>
        report('cutout service', error),
      )
    : engine
  if (options.alone) await releaseTasks({ db })
  const runner = startRunner({ db, storage, clock, provider, composer: engine, pictures, report })
  return { secret, checkNow: () => runner.checkNow(), stop: () => runner.stop() }
}
