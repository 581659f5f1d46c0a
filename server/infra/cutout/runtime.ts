/** Runs the models with ONNX Runtime's WebAssembly build: no native package, the same result on every machine. */
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import * as ort from 'onnxruntime-web'
import type { Infer } from './cut'
import { type ModelName, models } from './models'
import type { Plane } from './pixels/plane'

/** More threads gain little for pictures this small. */
const mostThreads = 4

/** Loads each model from `folder` at its first use. */
export function createRuntime(folder: string): Infer {
  ort.env.wasm.numThreads = Math.min(mostThreads, availableParallelism())
  ort.env.logLevel = 'error'
  const sessions = new Map<ModelName, Promise<ort.InferenceSession>>()

  async function load(model: ModelName): Promise<ort.InferenceSession> {
    const bytes = await readFile(join(folder, models[model].file))
    return ort.InferenceSession.create(bytes, { executionProviders: ['wasm'], graphOptimizationLevel: 'all' })
  }

  return {
    sideOf: (model) => models[model].side,
    async run(model, rgb) {
      let session = sessions.get(model)
      if (!session) {
        session = load(model)
        sessions.set(model, session)
      }
      const { inputNames, outputNames, run } = bound(await session)
      const { side } = models[model]
      const input = new ort.Tensor('float32', normalized(model, rgb), [1, 3, side, side])
      // Some models return their intermediate results too; the first output is the result.
      const output = (await run({ [inputNames[0] ?? '']: input }, [outputNames[0] ?? '']))[outputNames[0] ?? '']
      if (!output || !(output.data instanceof Float32Array)) throw new Error(`${model} gave no numbers`)
      return planes(output.data, output.dims)
    },
  }
}

const bound = (session: ort.InferenceSession) => ({
  inputNames: session.inputNames,
  outputNames: session.outputNames,
  run: (feeds: Record<string, ort.Tensor>, fetches: string[]) => session.run(feeds, fetches),
})

function normalized(model: ModelName, rgb: Uint8Array): Float32Array {
  const { side, mean, deviation } = models[model]
  const pixels = side * side
  if (rgb.length !== pixels * 3) throw new Error(`${model} looks at ${side} × ${side} pixels`)
  const input = new Float32Array(pixels * 3)
  for (const [channel, centre] of mean.entries()) {
    for (let pixel = 0; pixel < pixels; pixel++) {
      input[channel * pixels + pixel] = ((rgb[pixel * 3 + channel] ?? 0) / 255 - centre) / (deviation[channel] ?? 1)
    }
  }
  return input
}

/** Splits a tensor of [1, classes, height, width] into one plane per class. */
function planes(data: Float32Array, dims: readonly number[]): Plane[] {
  const [, classes = 0, height = 0, width = 0] = dims
  return Array.from({ length: classes }, (_, index) => ({
    width,
    height,
    // Copied, because the runtime reuses its memory for the next picture.
    data: data.slice(index * width * height, (index + 1) * width * height),
  }))
}
