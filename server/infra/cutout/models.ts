/** The models that this server cuts out with; the build copies their files out of installed packages. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export type ModelName = 'person' | 'object'

interface Model {
  readonly file: string
  /** Side of the square input, px. */
  readonly side: number
  /** Normalization of each channel's byte: (value / 255 - mean) / deviation. */
  readonly mean: readonly [number, number, number]
  readonly deviation: readonly [number, number, number]
  /** Part of the cache key of results: changes with the file and with the processing before and after it. */
  readonly version: string
}

export const models: Readonly<Record<ModelName, Model>> = {
  person: {
    file: 'person.onnx',
    side: 256,
    mean: [0.5, 0.5, 0.5],
    deviation: [0.5, 0.5, 0.5],
    version: 'selfie-multiclass-256/2',
  },
  object: {
    file: 'object.onnx',
    side: 320,
    mean: [0.485, 0.456, 0.406],
    deviation: [0.229, 0.224, 0.225],
    version: 'u2netp-320/1',
  },
}

/**
 * Returns the folder with all models, beside the bundle or of the last build when run from source; null when they were not built.
 */
export function findModels(): string | null {
  const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
  const folders = [here('./models'), here('../../../dist/server/models'), resolve('dist/server/models')]
  return folders.find((folder) => Object.values(models).every(({ file }) => existsSync(join(folder, file)))) ?? null
}
