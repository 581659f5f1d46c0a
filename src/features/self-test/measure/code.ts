import { redactText } from '../../../../adapters/diagnosis/redact'
import type { Measurement, Step } from '../steps'

const answerMs = 5000
/** An empty module: enough to test whether WebAssembly may run at all. */
const emptyModule = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])

const errorText = (error: unknown): string =>
  redactText(error instanceof Error ? `${error.name} ${error.message}` : String(error))

/** Tests whether a worker starts and answers; the worker is terminated in any case. */
function probeWorker(start: () => Worker, signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    let worker: Worker
    try {
      worker = start()
    } catch (error) {
      resolve(errorText(error))
      return
    }
    const end = (outcome: string) => {
      clearTimeout(timer)
      worker.terminate()
      resolve(outcome)
    }
    const timer = setTimeout(() => end('没有回答'), answerMs)
    signal.addEventListener('abort', () => end('停止'))
    worker.onmessage = () => end('yes')
    worker.onerror = (event) => end(redactText(event.message || '没有加载'))
    worker.postMessage('ping')
  })
}

function startBlobWorker(): Worker {
  const address = URL.createObjectURL(new Blob(['onmessage = (e) => postMessage(e.data)'], { type: 'text/javascript' }))
  try {
    return new Worker(address)
  } finally {
    // The worker has read it by then, or never will.
    setTimeout(() => URL.revokeObjectURL(address), answerMs)
  }
}

const wasmAddress = () => new URL('lcms-wasm/dist/lcms.wasm', import.meta.url).href

const outcomeOf = (work: Promise<unknown>): Promise<string> => work.then(() => 'yes', errorText)

export const code: Step = {
  question: 'code',
  title: '能不能运行 worker 和 WebAssembly',
  limitMs: 30_000,
  async measure(_, { signal, addFacts }): Promise<Measurement> {
    const worker = await probeWorker(() => new Worker(new URL('../probe.worker.ts', import.meta.url), { type: 'module' }), signal)
    addFacts({ worker })
    const blobWorker = await probeWorker(startBlobWorker, signal)
    addFacts({ blobWorker })
    const wasm = await outcomeOf(Promise.resolve().then(() => WebAssembly.instantiate(emptyModule)))
    const reply = await fetch(wasmAddress(), { signal }).catch(errorText)
    const mime = typeof reply === 'string' ? '' : (reply.headers.get('content-type') ?? '')
    const wasmFile =
      typeof reply === 'string' ? reply : reply.ok ? await outcomeOf(reply.clone().arrayBuffer()) : `HTTP ${reply.status}`
    const stream =
      typeof reply === 'string' || !reply.ok
        ? wasmFile
        : await outcomeOf(Promise.resolve().then(() => WebAssembly.compileStreaming(reply)))
    const facts = { worker, blobWorker, wasm, wasmFile, mime, stream }
    const works = worker === 'yes' && wasm === 'yes' && wasmFile === 'yes'
    const capabilityText = (name: string, state: string) => `${name}${state === 'yes' ? '可以' : '不行'}`
    return {
      state: works ? 'passed' : 'failed',
      figure: [
        capabilityText('worker ', worker),
        capabilityText('wasm ', wasm === 'yes' ? wasmFile : wasm),
        `类型 ${mime || '没有'}`,
      ].join('，'),
      meaning: !works
        ? `文字描边、PSD 和印刷文件在这里做不了，请改用远程页面（${[worker, wasm, wasmFile].find((one) => one !== 'yes')}）`
        : stream === 'yes'
          ? '文字、描边、PSD 和印刷文件都能在这里做'
          : '都能运行；只是 wasm 的类型不标准，插件先整个读进来再编译',
      facts,
    }
  },
}
