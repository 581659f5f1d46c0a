import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { fileKind } from '../../../contract/constants'
import type { ShopFont } from '../../../contract/types'
import { addAccounts } from './accounts'
import { newFolder } from './folders'
import { type Merchant, merchantPassword } from './merchants'
import { type Picture, pngPicture } from './pictures'
import { type Product, startProduct } from './product'

const userCommand = join(import.meta.dirname, '../../../dist/server/user.mjs')

/** Calls the API as one seller; rejects with the server's error response. */
export type Caller = <T>(method: string, path: string, body?: unknown) => Promise<T>

export function caller(baseUrl: string, token: string | null): Caller {
  return async <T>(method: string, path: string, body?: unknown) => {
    const reply = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as T
  }
}

export async function tokenOf(baseUrl: string, username: string, password: string): Promise<string> {
  const { token } = await caller(baseUrl, null)<{ token: string }>('POST', '/api/users/login', { username, password })
  return token
}

/** Returns the token of a merchant of the shared server. */
export const tokenOfMerchant = (baseUrl: string, name: Merchant): Promise<string> => tokenOf(baseUrl, name, merchantPassword)

export interface Shop {
  readonly product: Product
  readonly baseUrl: string
  readonly folder: string
  dispose(): Promise<void>
}

/**
 * Runs `npm run user -- …` on a data folder that no server has open, and returns its output. A null password asks for a one-time
 * link.
 */
export function runUserCommand(folder: string, args: readonly string[], password: string | null): string {
  const ended = spawnSync(process.execPath, [userCommand, ...args], {
    env: { ...process.env, DATA_DIR: folder, DATABASE_URL: '', STORAGE_URL: '' },
    input: password === null ? '' : `${password}\n`,
    encoding: 'utf8',
  })
  if (ended.status !== 0) throw new Error(`${args.join(' ')}: ${ended.stderr}${ended.stdout}`)
  return ended.stdout
}

/**
 * Starts a server with these merchants (name → password) and without the demo; `prepare` receives the data folder before the
 * server starts.
 */
export async function openShop(
  merchants: Readonly<Record<string, string>>,
  prepare: (folder: string) => void = () => {},
): Promise<Shop> {
  const folder = newFolder('created')
  await addAccounts(folder, merchants)
  prepare(folder)
  const product = await startProduct({ folder, demo: false })
  return { product, baseUrl: product.baseUrl, folder, dispose: () => product.dispose() }
}

/** Opens the plugin with an existing session, as a link of the client does. */
export async function enterWith(page: Page, baseUrl: string, token: string, path = '/app/design_template'): Promise<void> {
  const url = new URL(path, baseUrl)
  url.searchParams.set('token', token)
  await page.goto(url.href)
}

interface UploadForm {
  readonly uploadUrl: string
  readonly params: Readonly<Record<string, string>>
  readonly fileId: number
}
interface UploadResult {
  readonly file: { readonly id: number; readonly url: string } | null
}

/** Uploads a picture the way the plugin does. */
export async function uploadPicture(call: Caller, baseUrl: string, type: number, { name, buffer, mimeType }: Picture) {
  const form = await call<UploadForm>('POST', '/api/files/upload_form', { fileName: name, type })
  const data = new FormData()
  for (const [key, value] of Object.entries(form.params)) data.append(key, value)
  data.append('file', new Blob([new Uint8Array(buffer)], { type: mimeType }), name)
  const sent = await fetch(new URL(form.uploadUrl, baseUrl), { method: 'POST', body: data })
  if (!sent.ok) throw new Error(`upload: ${sent.status} ${await sent.text()}`)
  const { file } = await call<UploadResult>('POST', '/api/files/upload_result', { success: true, fileId: form.fileId })
  if (!file) throw new Error('the server has no file after the upload')
  return file
}

export const fontBytes = readFileSync(
  createRequire(import.meta.url).resolve('@expo-google-fonts/zcool-kuaile/400Regular/ZCOOLKuaiLe_400Regular.ttf'),
)

/** Creates a shop font with its files, as the plugin would. */
export async function makeFont(call: Caller, baseUrl: string, name: string): Promise<ShopFont> {
  const send = async (kind: number, file: Pick<Picture, 'name' | 'buffer'>) =>
    (await uploadPicture(call, baseUrl, kind, { ...file, mimeType: '', width: 0, height: 0 })).id
  const picture = await send(fileKind.templateThumbnail, await pngPicture('a.png', 96, 39))
  const pictures = { previewImageFileId: picture, activePreviewImageFileId: picture }
  const fontFileId = await send(fileKind.font, { name: 'a.ttf', buffer: fontBytes })
  return call<ShopFont>('POST', '/api/shop_fonts', { name, fontFileId, ...pictures })
}

export interface Made {
  readonly id: number
  readonly name: string
}

/** Creates templates with these names in a group, in this order, each with one real picture. */
export async function makeTemplates(call: Caller, baseUrl: string, collectionId: number, names: readonly string[]) {
  const image = await uploadPicture(call, baseUrl, 3, await pngPicture('花.png', 200, 200))
  const thumbnail = await uploadPicture(call, baseUrl, 2, await pngPicture('缩略图.png', 287, 600))
  const layer = {
    id: null,
    uuid: 'a',
    type: 'IMAGE',
    imageUrl: image.url,
    imageFileId: image.id,
    rotation: 0,
    width: 200,
    height: 200,
    originalWidth: 200,
    originalHeight: 200,
    left: 150,
    top: 400,
    index: 0,
    locked: false,
    isBackground: false,
    isUserUploadImage: true,
    horizontalFlip: false,
    verticalFlip: false,
  }
  const content = { collectionId, width: 500, height: 1044, layers: [layer], thumbnailFileId: thumbnail.id }
  const make = (name: string) => call<Made>('POST', '/api/design_templates', { ...content, name })
  const made: Made[] = []
  for (const name of names) made.push(await make(name))
  return {
    made,
    /** Creates so many more templates, in no guaranteed order. */
    more: async (count: number) => {
      let left = count
      const createNext = async () => {
        while (left > 0) await make(`第 ${left--} 款`)
      }
      await Promise.all([createNext(), createNext(), createNext(), createNext()])
    },
  }
}
