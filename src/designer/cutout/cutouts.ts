/**
 * AI cutouts of an open design: at most one per layer at a time; each ends as one undo step, or with a reason and a retry. One that
 * still runs when the designer closes is taken up by the next designer of the design. Independent of React and the DOM.
 */
import type { CallOptions, LocalFile, UploadedFile } from '../../../adapters/platform'
import { type AiCutoutType, fileKind } from '../../../contract/constants'
import { createListeners } from '../../../contract/ground/listeners'
import { applyCutout, cutoutRefusal } from '../../../design/commands/cutout'
import { byUuid } from '../../../design/model/queries'
import type { Layer, Size } from '../../../design/model/types'
import { cutoutFailureText } from '../../../imaging/cutout/failure'
import { type CutoutProgress, type CutoutResult, type RunPorts, resumeCutout, runCutout } from '../../../imaging/cutout/run'
import type { TrimmedPicture } from '../../../imaging/cutout/trim'
import { cutoutShare, cutoutWaitText, shortCutoutWaitText } from '../../../imaging/cutout/wait-text'
import { type DraftKeyParts, draftKey } from '../session/draft'
import type { Session } from '../session/types'
import type { BegunCutouts } from './begun-cutouts'
import type { KeptCutout, KeptCutouts } from './kept-cutouts'
import { takeUpCutouts } from './take-up'

export type CutoutState =
  | {
      readonly kind: 'running'
      readonly stepText: string
      readonly shortText: string
      /** How much of the wait is over, 0 to 1; null where the host gives no time. */
      readonly share: number | null
    }
  | { readonly kind: 'failed'; readonly reason: string; readonly type: AiCutoutType }

/** A layer's picture at an address that the host can read. */
export interface CutoutSource extends Size {
  readonly url: string
  /** The address that the layer has once the design is saved. */
  readonly storedUrl: string
  /** Its file on the server; null where that is not known. */
  readonly fileId: number | null
  readonly fileName: string
  /** Bytes. */
  readonly fileSize: number
}

export interface CutoutPorts extends RunPorts {
  readonly session: Session
  readonly username: string
  readonly kept: KeptCutouts
  /** The same on the server, for the seller's other machines. */
  readonly begun: BegunCutouts
  /** Returns the time, epoch ms. */
  now(): number
  /** Makes the picture readable for the host, uploading it first where needed. */
  source(layer: Layer, signal: AbortSignal): Promise<CutoutSource>
  /** Returns the bytes of a result. */
  download(result: CutoutResult, signal: AbortSignal): Promise<Blob>
  /** Crops a picture to its part that is not transparent, and returns where in the whole that part lies. */
  trim(picture: Blob): Promise<TrimmedPicture>
  upload(file: LocalFile, kind: number, options: CallOptions): Promise<UploadedFile>
}

export interface Cutouts {
  getState(): ReadonlyMap<string, CutoutState>
  subscribe(listener: () => void): () => void
  /** Cuts out a layer's subject; a second start while it runs has no effect. Resolves when it has ended, successfully or not. */
  start(uuid: string, type: AiCutoutType): Promise<void>
  /** Gives up a cutout that runs, or takes the message of one that failed away. */
  cancel(uuid: string): void
  /** Number of cutouts under way. */
  running(): number
  dispose(): void
}

/** Failures after which the host may still end the task. */
const mayStillEnd: ReadonlySet<string> = new Set([
  cutoutFailureText.unreachable,
  cutoutFailureText.tooLong,
  cutoutFailureText.result,
])

export function createCutouts(ports: CutoutPorts): Cutouts {
  const { session } = ports
  let states: ReadonlyMap<string, CutoutState> = new Map()
  const controllers = new Map<string, AbortController>()
  const { notify, subscribe, clear } = createListeners()

  const setState = (uuid: string, state: CutoutState | null) => {
    const next = new Map(states)
    if (state) next.set(uuid, state)
    else next.delete(uuid)
    states = next
    notify()
  }

  const designOf = (parts: Omit<DraftKeyParts, 'username'>) => draftKey({ ...parts, username: ports.username })
  const design = () => designOf(session.getState())
  // The first save gives the design its id, under which it is opened from then on.
  const unsubscribe = session.subscribe((state, before) => {
    if (state.templateId === before.templateId) return
    for (const kept of ports.kept.read(designOf(before))) {
      if (!controllers.has(kept.uuid)) continue
      ports.kept.remove(designOf(before), kept.uuid)
      ports.kept.put(designOf(state), kept)
    }
  })

  const cutOut = async (layer: Layer, earlier: KeptCutout, signal: AbortSignal) => {
    const { uuid, name: layerName } = layer
    let kept = earlier
    const keep = (more: Partial<KeptCutout>) => {
      kept = { ...kept, ...more }
      ports.kept.put(design(), kept)
    }
    let fileId = layer.imageFileId
    const beganAt = ports.now()
    let share: number | null = null
    const setStep = (stepText: string, shortText = stepText) => setState(uuid, { kind: 'running', stepText, shortText, share })
    const progress: CutoutProgress = {
      begun: (begun) => {
        keep({ begun })
        if (fileId !== null) ports.begun.put({ uuid, type: kept.type, fileId, taskId: begun.taskId })
      },
      told: (task) => {
        const told = cutoutShare((ports.now() - beganAt) / 1000, task)
        // A later, longer estimate changes the words; a bar that runs backwards would only confuse.
        share = told === null ? null : Math.max(told, share ?? 0)
        setStep(cutoutWaitText(task), shortCutoutWaitText(task))
      },
    }
    const begin = async (): Promise<CutoutResult | null> => {
      keep({})
      setStep('正在准备图片…')
      const { url, storedUrl, fileId: storedId, ...facts } = await ports.source(layer, signal)
      if (signal.aborted) return null
      keep({ sourceUrls: [...kept.sourceUrls, storedUrl] })
      fileId = storedId
      setStep('正在抠图…')
      return runCutout({ imageUrl: url, type: kept.type, ...facts }, ports, signal, progress)
    }
    const result = await (kept.begun ? resumeCutout(kept.begun, ports, signal, progress) : begin())
    if (result === null) return
    setStep('正在取回结果…')
    const blob = await ports.download(result, signal)
    if (signal.aborted) return
    const name = `${layerName}.png`
    const { cropped, width, height, untrimmed } = await ports.trim(blob)
    if (signal.aborted) return
    const file = { name, blob: cropped.type === 'image/png' ? cropped : new Blob([cropped], { type: 'image/png' }) }
    const stored = await ports.upload(file, fileKind.templateLayer, { signal })
    if (signal.aborted) return
    const picture = { fileId: stored.fileId, url: stored.url, name, width, height }
    // A save may have uploaded the picture meanwhile, which does not make it another one.
    const shown = byUuid(session.getState().doc, uuid)?.imageUrl
    const sourceUrl = [layer.imageUrl, ...kept.sourceUrls].find((url) => url === shown) ?? layer.imageUrl
    const outcome = session.run(applyCutout, { uuid, sourceUrl, picture, untrimmed })
    if (outcome.ok) session.notify('success', `「${layerName}」抠好了`)
  }

  const forget = (uuid: string) => {
    ports.kept.remove(design(), uuid)
    ports.begun.remove(uuid)
  }

  const run = async (layer: Layer, kept: KeptCutout): Promise<void> => {
    const { uuid, type } = kept
    const controller = new AbortController()
    controllers.set(uuid, controller)
    let endState: CutoutState | null = null
    try {
      await cutOut(layer, kept, controller.signal)
    } catch (error) {
      const reason = error instanceof Error && error.message !== '' ? error.message : cutoutFailureText.unknown
      endState = { kind: 'failed', reason, type }
    }
    // This run was cancelled, and the layer may have a new one: leave the state alone.
    if (controllers.get(uuid) !== controller) return
    controllers.delete(uuid)
    // A cutout that could not be polled any longer may still succeed: its result is looked for when the design is opened again.
    if (endState === null || !mayStillEnd.has(endState.reason)) forget(uuid)
    setState(uuid, endState)
  }

  const stopTakingUp = takeUpCutouts({
    session,
    kept: () => ports.kept.read(design()),
    begun: ports.begun,
    isRunning: (uuid) => controllers.has(uuid),
    run: (layer, kept) => void run(layer, kept),
    forget,
  })

  return {
    getState: () => states,
    subscribe,
    async start(uuid, type) {
      if (controllers.has(uuid)) return
      const layer = byUuid(session.getState().doc, uuid)
      if (!layer) return
      const refusal = cutoutRefusal(layer)
      if (refusal !== null) {
        session.notify('warning', refusal)
        return
      }
      const sourceUrls = layer.imageUrl.startsWith('data:') ? [] : [layer.imageUrl]
      await run(layer, { uuid, type, sourceUrls, begun: null })
    },
    cancel(uuid) {
      controllers.get(uuid)?.abort()
      controllers.delete(uuid)
      forget(uuid)
      setState(uuid, null)
    },
    running: () => controllers.size,
    dispose() {
      unsubscribe()
      stopTakingUp()
      ports.begun.dispose()
      clear()
      for (const controller of controllers.values()) controller.abort()
      controllers.clear()
    },
  }
}
