/** Calls of the buyer's page. The secret of a design travels in a header only. */
import { postForm } from '../adapters/upload/form-post'
import { buyerRevision, buyerRevisionHeader } from '../contract/buyer-revision'
import { buyerRoutes as routes } from '../contract/buyer-routes'
import type { AiCutoutType } from '../contract/constants'
import { buyerText, type ForeignCause, foreignCause, isPage, parseErrorBody } from '../contract/error-body'
import { within } from '../contract/ground/within'
import type { SentLayer } from '../contract/rules/buyer-layers'
import { send } from '../contract/send'
import type {
  BuyerAsset,
  BuyerChallenge,
  BuyerCutout,
  BuyerDesign,
  BuyerDrawing,
  BuyerLink,
  BuyerPicture,
  BuyerProof,
  BuyerSharedDesign,
  TemplateLayerWrite,
  UploadForm,
} from '../contract/types'
import { prove } from './proof'

/** A call that failed, in words for the buyer. */
export class BuyerError extends Error {
  override readonly name = 'BuyerError'
  /** @param code of the server's answer; 'network' when there was none. */
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message)
  }

  /** Whether the call may succeed later as it is. */
  get isPassing(): boolean {
    return passing.has(this.code)
  }
}

const passing: ReadonlySet<string> = new Set(['network', 'unavailable', 'maintenance', 'too-many-requests', 'internal'])

/** Returns what went wrong in words for the buyer. */
export const asBuyerError = (error: unknown): BuyerError =>
  error instanceof BuyerError ? error : new BuyerError('internal', '服务暂时不可用，请稍后再试')

type Params = Readonly<Record<string, string | number>>

interface CallOptions {
  readonly body?: unknown
  readonly secret?: string
  /** See SendOptions. */
  readonly again?: boolean
}

async function call<T>(route: string, params: Params, options: CallOptions = {}): Promise<T> {
  const [method = 'GET', path = ''] = route.split(' ')
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
  const headers: Record<string, string> = { [buyerRevisionHeader]: String(buyerRevision) }
  if (options.secret) headers.authorization = `Bearer ${options.secret}`
  if (options.body !== undefined) headers['content-type'] = 'application/json'
  return within(answerMs, async (signal) => {
    try {
      const body = options.body === undefined ? {} : { body: JSON.stringify(options.body) }
      const reply = await send(address, { method, headers, signal, again: options.again ?? false, ...body })
      if (!reply.ok) throw refusalFrom(reply.status, await reply.text().catch(() => ''), '服务暂时不可用，请稍后再试')
      const text = await reply.text()
      if (isPage(text)) throw new BuyerError('network', '网络把页面拦住了，可能要先登录 Wi-Fi；请检查网络后重试')
      return JSON.parse(text) as T
    } catch (error) {
      // The connection was cut, perhaps in the middle of an answer, or the answer took too long.
      if (error instanceof BuyerError) throw error
      throw new BuyerError(
        'network',
        signal.aborted && navigator.onLine !== false ? '等了很久没有回应，请稍后再试' : '网络不通，请检查网络后重试',
      )
    }
  })
}

/** Reads what a screen needs; a poll uses `call`, since it asks again by itself. */
const read = <T>(route: string, params: Params, secret?: string) =>
  call<T>(route, params, { again: true, ...(secret && { secret }) })

/** A call without an answer is given up after this time, ms: no call takes so long. */
const answerMs = 60_000

/**
 * Returns the error of a refusing answer. An answer that is not this server's own, such as a proxy's page, gets a text for its status,
 * or `otherwise` where the status says too little.
 */
function refusalFrom(status: number, body: string, otherwise: string): BuyerError {
  const own = parseErrorBody(body)
  if (own) return new BuyerError(own.code, own.message || otherwise)
  const code = foreignCodes[foreignCause(status)]
  return new BuyerError(code, status === 400 || status === 500 ? otherwise : buyerText(status))
}

/** Codes for refusals by other programs: every one may succeed later, except a request that is too large. */
const foreignCodes: Readonly<Record<ForeignCause, string>> = {
  busy: 'unavailable',
  timeout: 'unavailable',
  'too-large': 'too-large',
  blocked: 'internal',
}

/** Identifies a design, and proves that it is the buyer's. */
export interface DesignKey {
  readonly id: number
  readonly secret: string
}

export interface Case {
  readonly phoneModelId: number
  readonly materialColorId: number
}

export const readLink = (token: string) => read<BuyerLink>(routes.buyer.link, { token })

/** Reads the choices that a design's link offers, also after the link got another address. */
export const readOfferOf = ({ id, secret }: DesignKey) => read<BuyerLink>(routes.buyer.offer, { id }, secret)

/** Counts one load of the page. */
export const reportOpening = (token: string) => call<{ ok: true }>(routes.buyer.opened, { token })

/** Whether the seller looks at the page: openings and designs of a preview are not counted. */
export const isPreview = () => new URLSearchParams(location.search).has('preview')

export interface Begin extends Case {
  readonly templateId: number | null
  readonly preview: boolean
  readonly order?: { readonly orderOriginalId: string; readonly userId: string | null }
}

/** Number of proofs after which the page gives up: a server that asks again refuses this network. */
const maxProofs = 3

interface Begun {
  readonly secret: string
  readonly design: BuyerDesign
}

/** Begins a design behind the link of this token. */
export const beginDesign = (token: string, body: Begin): Promise<Begun> =>
  withProof(token, (proof) => call(routes.buyer.begin, { token }, { body: { ...body, proof } }))

/** Begins another design with the layers of an earlier one. */
export const beginAnother = (token: string, { id, secret }: DesignKey, body: Pick<Begin, 'preview' | 'order'>): Promise<Begun> =>
  withProof(token, (proof) => call(routes.buyer.copy, { id }, { secret, body: { ...body, proof } }))

/** Begins a design, with a proof of work where the server asks for one. */
async function withProof(token: string, begin: (proof: BuyerProof | undefined) => Promise<Begun>): Promise<Begun> {
  let proof: BuyerProof | undefined
  for (let proofs = 0; ; proofs++) {
    try {
      return await begin(proof)
    } catch (error) {
      if (!(error instanceof BuyerError) || error.code !== 'proof-required' || proofs === maxProofs) throw error
    }
    proof = await prove(await call<BuyerChallenge>(routes.buyer.challenge, { token }))
  }
}

export const readDesign = ({ id, secret }: DesignKey) => read<BuyerDesign>(routes.buyer.get, { id }, secret)

export const saveDesign = (
  { id, secret }: DesignKey,
  body: Case & { readonly revision: number; readonly layers: readonly SentLayer<TemplateLayerWrite>[] },
) => call<BuyerDesign>(routes.buyer.save, { id }, { secret, body })

export const readAssets = ({ id, secret }: DesignKey) => read<BuyerAsset[]>(routes.buyer.assets, { id }, secret)

export const drawText = (
  { id, secret }: DesignKey,
  body: { readonly text: string; readonly fontId: number; readonly fontColor: string; readonly like: string | null },
) => call<BuyerPicture>(routes.buyer.drawText, { id }, { secret, body })

export const readCutoutTicket = (
  { id, secret }: DesignKey,
  body: { readonly imageFileId: number; readonly type: AiCutoutType },
) => call<BuyerCutout>(routes.buyer.cutout, { id }, { secret, body })

export const submitDesign = ({ id, secret }: DesignKey, revision: number) =>
  call<BuyerDesign>(routes.buyer.submit, { id }, { secret, body: { revision, consent: true } })

/** Returns the progress of drawing the submitted design. */
export const readDrawing = ({ id, secret }: DesignKey) =>
  call<{ drawing: BuyerDrawing | null }>(routes.buyer.drawing, { id }, { secret })

/** Turns the share link on and returns its token. */
export const shareDesign = ({ id, secret }: DesignKey) => call<{ token: string }>(routes.buyer.share, { id }, { secret })

export const unshareDesign = ({ id, secret }: DesignKey) => call<object>(routes.buyer.unshare, { id }, { secret })

/** Reads a shared design with the token of its share link. */
export const readShared = ({ id, secret }: DesignKey) => read<BuyerSharedDesign>(routes.buyer.shared, { id }, secret)

export const removeDesign = ({ id, secret }: DesignKey) => call<object>(routes.buyer.remove, { id }, { secret })

/** Stores the last digits of the buyer's telephone number, with which he finds the design from another phone. */
export const setReturn = ({ id, secret }: DesignKey, digits: string) =>
  call<BuyerDesign>(routes.buyer.setReturn, { id }, { secret, body: { digits } })

/** Finds a design by its code and those digits. */
export const findDesign = (code: string, digits: string) => call<DesignKey>(routes.buyer.find, {}, { body: { code, digits } })

/** Puts a submitted design into an order that was placed already. */
export const bindOrder = ({ id, secret }: DesignKey, orderOriginalId: string) =>
  call<BuyerDesign>(routes.buyer.bindOrder, { id }, { secret, body: { orderOriginalId } })

/** Returns a form to which a photo is posted. */
export const readUploadForm = ({ id, secret }: DesignKey, fileName: string) =>
  call<UploadForm>(routes.buyer.uploadForm, { id }, { secret, body: { fileName } })

/** Returns a posted photo as the server examined and cleaned it. Rejects with 'invalid' if none was posted. */
export const reportPhoto = ({ id, secret }: DesignKey, fileId: number) =>
  call<BuyerPicture>(routes.buyer.uploaded, { id, fileId }, { secret })

export interface UploadWatch {
  readonly signal?: AbortSignal
  /** Called with the share that is sent, 0 to 1. */
  readonly onSent?: (share: number) => void
}

/** Posts a photo to its form; the server knows of it once it is reported. */
export async function postPhoto(
  { uploadUrl, params }: Pick<UploadForm, 'uploadUrl' | 'params'>,
  photo: Blob,
  fileName: string,
  watch: UploadWatch = {},
) {
  const { status, body } = await postForm({
    url: uploadUrl,
    fields: params,
    file: { name: fileName, blob: photo },
    timeoutMs: answerMs + (photo.size / slowestUpload) * 1000,
    ...(watch.signal && { signal: watch.signal }),
    onSent: (sent, total) => watch.onSent?.(total > 0 ? Math.min(1, sent / total) : 0),
  }).catch(() => {
    throw new BuyerError('network', '照片没有上传成功，请检查网络后重试')
  })
  if (status >= 300) throw refusalFrom(status, body, '照片没有上传成功，请再选一次；还不行请换一张')
}

/** Uploads a photo and returns it as the server examined and cleaned it. */
export async function uploadPhoto(key: DesignKey, photo: Blob, fileName: string): Promise<BuyerPicture> {
  const form = await readUploadForm(key, fileName)
  await postPhoto(form, photo, fileName)
  return reportPhoto(key, form.fileId)
}

/** An upload that is slower than this is given up, bytes per second: half the rate of a 2G connection. */
const slowestUpload = 16_000
