/** Creates templates through the API, so that a journey can begin with them instead of making them in the browser. */
import { fileKind } from '../../../contract/constants'
import type { Template, TemplateCreate, TemplateLayerWrite, TemplateSave } from '../../../contract/types'
import type { Picture } from './pictures'

export type ApiCall = <T>(method: string, path: string, body?: unknown) => Promise<T>

export interface Shop {
  readonly token: string
  readonly call: ApiCall
  /** Creates a group and returns its id. */
  group(name: string): Promise<number>
  /** Uploads a picture for a layer. */
  picture(picture: Picture): Promise<{ readonly fileId: number; readonly url: string }>
  template(id: number): Promise<Template>
  templates(collectionId: number): Promise<readonly { readonly id: number; readonly name: string }[]>
  create(collectionId: number, content: Partial<TemplateCreate> & Pick<TemplateCreate, 'layers'>): Promise<Template>
  /** Saves a template with this change, as another seller would. */
  saveOver(id: number, change: (body: TemplateSave) => TemplateSave): Promise<Template>
}

/** Returns the row of a layer that shows a stored picture. */
export function layerRow(
  stored: { readonly fileId: number; readonly url: string },
  change: Partial<TemplateLayerWrite> & Pick<TemplateLayerWrite, 'uuid' | 'index'>,
): TemplateLayerWrite {
  return {
    id: null,
    name: change.uuid,
    type: 'IMAGE',
    imageUrl: stored.url,
    imageFileId: stored.fileId,
    rotation: 0,
    width: 200,
    height: 200,
    originalWidth: 640,
    originalHeight: 640,
    left: 100,
    top: 100,
    locked: false,
    hidden: false,
    isBackground: false,
    isUserUploadImage: true,
    horizontalFlip: false,
    verticalFlip: false,
    stroke: null,
    strokeSvgData: null,
    ...change,
  }
}

/** Signs in as the demo seller, without a browser. */
export async function openShop(baseUrl: string): Promise<Shop> {
  const send = async (method: string, path: string, body: unknown, headers: Record<string, string>) => {
    const reply = await fetch(`${baseUrl}${path}`, {
      method,
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
    return reply.json()
  }
  const { token } = (await send('POST', '/api/users/login', { username: 'demo', password: 'kejiang-demo' }, {})) as {
    token: string
  }
  const call: ApiCall = (method, path, body) => send(method, path, body, { authorization: `Bearer ${token}` }) as never
  const template = (id: number) => call<Template>('GET', `/api/design_templates/${id}`)
  return {
    token,
    call,
    template,
    group: async (name) => (await call<{ id: number }>('POST', '/api/design_template_collections', { name })).id,
    templates: async (id) =>
      (await call<{ items: { id: number; name: string }[] }>('GET', `/api/design_templates?collectionId=${id}`)).items,
    async picture({ name, mimeType, buffer }) {
      const form = await call<{ fileId: number; uploadUrl: string; params: Record<string, string> }>(
        'POST',
        '/api/files/upload_form',
        { fileName: name, type: fileKind.templateLayer },
      )
      const data = new FormData()
      for (const [key, value] of Object.entries(form.params)) data.append(key, value)
      data.append('file', new Blob([new Uint8Array(buffer)], { type: mimeType }), name)
      const sent = await fetch(new URL(form.uploadUrl, baseUrl), { method: 'POST', body: data })
      if (!sent.ok) throw new Error(`upload: ${sent.status} ${await sent.text()}`)
      const { file } = await call<{ file: { id: number; url: string } | null }>('POST', '/api/files/upload_result', {
        success: true,
        fileId: form.fileId,
      })
      if (!file) throw new Error(`${name} was not stored`)
      return { fileId: file.id, url: file.url }
    },
    create: (collectionId, content) =>
      call('POST', '/api/design_templates', { collectionId, width: 500, height: 1044, thumbnailFileId: null, ...content }),
    async saveOver(id, change) {
      const { name, width, height, layers, revision } = await template(id)
      return call('PUT', `/api/design_templates/${id}`, change({ name, width, height, layers, revision, thumbnailFileId: null }))
    },
  }
}
