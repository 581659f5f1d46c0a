/**
 * A cutout by the built server's own thread, from the bytes of a photo to the bytes of the PNG, against bare runs of the same
 * model. Run `npm run build` before.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import * as ort from 'onnxruntime-web'
import sharp from 'sharp'
import { medianOf, scaled } from './lib/figures.mjs'

const runs = 5
const dist = join(import.meta.dirname, '../dist/server')
/** File of the model, side of its input in px, and how often it runs for this photo. */
const kinds = {
  head: { file: 'person.onnx', side: 256, looks: 2 },
  body: { file: 'person.onnx', side: 256, looks: 1 },
  common: { file: 'object.onnx', side: 320, looks: 1 },
}

/** Returns the ms of the runs of both sides, which alternate; the first pair only warms up. */
async function times(sides) {
  const durations = sides.map(() => [])
  for (let run = 0; run <= runs; run += 1) {
    for (const [side, work] of sides.entries()) {
      const start = performance.now()
      await work()
      if (run > 0) durations[side].push(performance.now() - start)
    }
  }
  return durations.map(medianOf)
}

function openThread() {
  const thread = new Worker(join(dist, 'cutout-worker.mjs'), { workerData: { models: join(dist, 'models') } })
  let id = 0
  return {
    close: () => thread.terminate(),
    ask: (work) =>
      new Promise((resolve, reject) => {
        thread.once('message', (reply) => ('message' in reply ? reject(new Error(reply.message)) : resolve(reply)))
        thread.postMessage({ ...work, id: ++id })
      }),
  }
}

export async function measure(print) {
  ort.env.wasm.numThreads = 2
  const small = await readFile(join(import.meta.dirname, '../fixtures/photos/astronaut.jpg'))
  const bytes = await sharp(small).resize(1280, 1280).jpeg().toBuffer()
  const thread = openThread()
  for (const [type, { file, side, looks }] of Object.entries(kinds)) {
    const session = await ort.InferenceSession.create(await readFile(join(dist, 'models', file)))
    const input = new ort.Tensor('float32', new Float32Array(3 * side * side), [1, 3, side, side])
    const bare = () => session.run({ [session.inputNames[0]]: input }, [session.outputNames[0]])
    const cut = async () => {
      const { alpha } = await thread.ask({ kind: 'cut', bytes, type })
      await thread.ask({ kind: 'compose', bytes, alpha })
    }
    const [ours, peer] = await times([cut, bare])
    print({ name: `cutout: ${type}, 1.6 megapixels`, ours, peer: scaled(peer, 1 / looks), unit: 'ms' })
    await session.release()
  }
  await thread.close()
}
