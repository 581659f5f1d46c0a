import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { templateRow } from '../../../contract/test/templates'
import { addLayers, removeLayers, renameLayer } from '../../../design/commands/layers'
import { dataUrlBlob, svgDataUrl } from '../../../design/model/picture-url'
import type { Layer } from '../../../design/model/types'
import type { templateCreate } from '../../../design/template/save'
import { docOf, image, text } from '../../../design/test/make'
import { openDesigner } from '../test/driver'
import { templateStore } from './design-store'
import { createPendingPictures, type PicturePorts } from './pictures'
import { type SavePorts, saveDesign } from './save-design'

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><path fill="#646464" d="M0 0L10 0L10 10Z"/></svg>'
const drawn = (uuid: string, content = svg): Layer => text(uuid, { name: uuid, imageUrl: svgDataUrl(content), imageFileId: null })

/** A picture store that counts uploads and rejects them while it is told to. */
function store() {
  const sent: string[] = []
  const shared: [string, string][] = []
  let refusing: string | null = null
  const ports: PicturePorts = {
    async upload({ name, blob }, progress) {
      const content = await blob.text()
      progress(0.5)
      if (refusing !== null && content.includes(refusing)) throw new Error('网络已断开，请检查网络后重试')
      sent.push(`${name} ${blob.type} ${content}`)
      return { fileId: 50 + sent.length, url: `/files/${sent.length}.svg` }
    },
    stored: (from, to) => shared.push([from, to]),
  }
  return {
    ports,
    sent,
    shared,
    refuse: (content: string | null) => {
      refusing = content
    },
  }
}

/** Save ports that only record what was written; every save is answered with its own body. */
function saves(pictures: SavePorts['pictures'], thumbnail: SavePorts['thumbnail'] = async () => 9) {
  const written: { imageUrl: string; imageFileId: number }[][] = []
  let ids = 0
  const keep = (body: ReturnType<typeof templateCreate>, revision: number) => {
    written.push(body.layers.map(({ imageUrl, imageFileId }) => ({ imageUrl, imageFileId })))
    const layers = body.layers.map((layer) => ({ ...layer, id: layer.id ?? ++ids }))
    return {
      ...templateRow({ collectionId: 10, revision, layerCount: layers.length }),
      ...body,
      layers,
    } as never
  }
  const ports: SavePorts = {
    pictures,
    thumbnail,
    enabled: false,
    designs: templateStore({
      get: () => Promise.reject(new Error('not asked for')),
      create: async ({ body }) => keep(body as never, 1),
      save: async ({ body }) => keep(body as never, body.revision + 1),
    }),
  }
  return { ports, written }
}

describe('pictures that are not on the server yet', () => {
  test('a save uploads each new picture once, and the design uses the new addresses without an undo step', async () => {
    const host = store()
    const { ports, written } = saves(createPendingPictures(host.ports))
    const d = openDesigner(docOf(image('photo'), drawn('a'), drawn('b'), drawn('c', svg.replace('10Z', '9Z'))))
    const steps = d.session.getState().history.length
    expect(await saveDesign(d.session, ports)).toMatchObject({ ok: true })
    expect(host.sent).toEqual([`layer.svg image/svg+xml ${svg}`, `layer.svg image/svg+xml ${svg.replace('10Z', '9Z')}`])
    expect(written).toEqual([
      [
        { imageUrl: '/files/photo.png', imageFileId: 7 },
        { imageUrl: '/files/1.svg', imageFileId: 51 },
        { imageUrl: '/files/1.svg', imageFileId: 51 },
        { imageUrl: '/files/2.svg', imageFileId: 52 },
      ],
    ])
    expect(d.layer('a')).toMatchObject({ imageUrl: '/files/1.svg', imageFileId: 51 })
    expect(d.session.getState().history).toHaveLength(steps)
    expect(d.session.getState()).toMatchObject({ saveState: 'clean', sending: null })
    expect(host.shared).toContainEqual([svgDataUrl(svg), '/files/1.svg'])
  })

  test('undo and paste never upload a picture again', async () => {
    const host = store()
    const { ports } = saves(createPendingPictures(host.ports))
    const d = openDesigner(docOf(drawn('a')))
    d.click('a')
    d.key('ctrl+c')
    d.session.run(addLayers, { layers: [drawn('b', svg.replace('10Z', '9Z'))] })
    d.session.run(removeLayers, { uuids: ['a'] })
    await saveDesign(d.session, ports)
    expect(host.sent).toHaveLength(1)
    d.undo()
    await saveDesign(d.session, ports)
    expect(host.sent).toHaveLength(2)
    d.undo()
    d.session.paste()
    expect(d.doc().layers.map((layer) => layer.imageUrl)).toEqual(['/files/2.svg', svgDataUrl(svg)])
    expect(await saveDesign(d.session, ports)).toMatchObject({ ok: true })
    expect(d.doc().layers.map((layer) => layer.imageFileId)).toEqual([52, 52])
    expect(host.sent).toHaveLength(2)
  })

  test('a picture that fails leaves the design unchanged, its layer is named, and only it is sent again', async () => {
    const host = store()
    const { ports, written } = saves(createPendingPictures(host.ports))
    const d = openDesigner(docOf(drawn('标题'), drawn('落款', svg.replace('10Z', '9Z'))))
    host.refuse('9Z')
    const before = d.doc()
    const outcome = await saveDesign(d.session, ports)
    const message = '图层「落款」的图片上传失败：网络已断开，请检查网络后重试'
    expect(outcome).toEqual({ ok: false, reason: 'failed', message })
    expect(d.session.getState()).toMatchObject({ saveError: message, sending: null, doc: before })
    expect(written).toEqual([])
    host.refuse(null)
    expect(await saveDesign(d.session, ports)).toMatchObject({ ok: true })
    expect(host.sent).toHaveLength(2)
  })

  test('upload progress is reported, and an edit made meanwhile is not lost', async () => {
    const host = store()
    const d = openDesigner(docOf(drawn('a')))
    const reported: unknown[] = []
    d.session.subscribe(({ sending }, before) => sending !== before.sending && reported.push(sending))
    let renamed = false
    const { ports } = saves(
      createPendingPictures({
        upload: (file, progress) => {
          if (!renamed) d.session.run(renameLayer, { uuid: 'a', name: '改名' })
          renamed = true
          return host.ports.upload(file, progress)
        },
      }),
    )
    await saveDesign(d.session, ports)
    expect(reported).toEqual([{ done: 0.5, total: 1 }, { done: 1, total: 1 }, null])
    expect(d.layer('a')).toMatchObject({ name: '改名', imageFileId: 51 })
    expect(d.session.getState().saveState).toBe('dirty')
    d.undo()
    expect(d.layer('a')).toMatchObject({ name: 'a', imageFileId: 51 })
    expect(d.session.getState().saveState).toBe('clean')
  })

  test('pictures that are not uploaded are stored in the draft', async () => {
    const d = openDesigner(docOf(image('photo')), { templateId: null, revision: null })
    await d.session.ready
    d.session.run(addLayers, { layers: [drawn('a')] })
    await d.session.dispose()
    const ports = { drafts: d.drafts.nextDesigner() }
    const again = openDesigner(docOf(image('photo')), { templateId: null, revision: null, ports })
    await again.session.ready
    again.session.acceptDraft()
    expect(again.layer('a')).toMatchObject({ imageUrl: svgDataUrl(svg), imageFileId: null })
  })
})

describe('a data: address', () => {
  test('dataUrlBlob decodes text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (content) => {
        const url = svgDataUrl(content)
        expect(url).toMatch(/^[\x20-\x7e]*$/)
        expect(await dataUrlBlob(url).text()).toBe(content)
      }),
    )
  })

  test('dataUrlBlob decodes base64', async () => {
    const blob = dataUrlBlob(`data:image/png;base64,${btoa('\x89PNG\xff')}`)
    expect(blob.type).toBe('image/png')
    expect([...new Uint8Array(await blob.arrayBuffer())]).toEqual([0x89, 0x50, 0x4e, 0x47, 0xff])
  })

  test.each(['/files/1.png', 'data:image/png;base64', 'data:image/png;base64,***', 'data:,%E0%A4%A'])(
    'dataUrlBlob refuses %s',
    (url) => {
      expect(() => dataUrlBlob(url)).toThrow('图片数据已损坏')
    },
  )
})
