import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { templateSave as saveSchema } from '../../../contract/schemas/templates'
import { setLocked } from '../../../design/commands/appearance'
import { removeLayers } from '../../../design/commands/layers'
import { setFontSize } from '../../../design/commands/text'
import { transformLayers } from '../../../design/commands/transform'
import { placementCentre } from '../../../design/geometry/box'
import { dataUrlBlob } from '../../../design/model/picture-url'
import { cleanText, fontSizeOf, shortenedText, textProblem } from '../../../design/model/text'
import type { DesignDoc, TextLayer } from '../../../design/model/types'
import { placementOf } from '../../../design/rules/placement'
import { newTextBox, redrawnPlacement } from '../../../design/rules/text'
import { docFrom } from '../../../design/template/load'
import { templateSave } from '../../../design/template/save'
import { docOf, image, text } from '../../../design/test/make'
import type { TextClient } from '../../../imaging/glyphs/text-client'
import { MissingGlyphsError } from '../../../imaging/glyphs/text-client'
import { drawText } from '../../../imaging/glyphs/text-service'
import { openDesigner } from '../test/driver'
import { createTexts, type TextPorts } from './texts'

const fontFile = createRequire(import.meta.url).resolve('@expo-google-fonts/zcool-kuaile/400Regular/ZCOOLKuaiLe_400Regular.ttf')
const fonts = [
  { id: 3, fontUrl: '/files/kuaile.ttf' },
  { id: 4, fontUrl: '/files/again.ttf' },
]

/** The worker's drawing code, run without a worker. */
const client: Pick<TextClient, 'draw'> = {
  async draw({ key, font, settings, color }) {
    let reply = drawText({ id: 1, key, settings, color })
    if ('unknown' in reply) reply = drawText({ id: 1, key, settings, color, font: await font() })
    if ('missing' in reply) throw new MissingGlyphsError(reply.missing)
    if (!('picture' in reply)) throw new Error('error' in reply ? reply.error : 'unknown')
    return reply.picture
  },
}

function open(doc: DesignDoc, change: Partial<TextPorts> = {}) {
  const d = openDesigner(doc)
  const texts = createTexts({
    session: d.session,
    client,
    fonts: async () => fonts,
    fontBytes: async (url) => {
      if (url === '/files/again.ttf') return new TextEncoder().encode('no font').buffer
      const bytes = readFileSync(fontFile)
      return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
    },
    ...change,
  })
  const layer = (uuid: string): TextLayer => {
    const found = d.layer(uuid)
    if (found.type !== 'TEXT') throw new Error(`${uuid} is no text`)
    return found
  }
  return { ...d, texts, layer }
}

const style = { text: '你好', fontId: 3, fontColor: '#646464', verticalText: false }

/** Opens a design with one drawn text. */
async function withText(words: Partial<typeof style> = {}) {
  const d = open(docOf(image('photo')))
  expect(await d.texts.add({ ...style, ...words })).toBeNull()
  const [uuid = ''] = d.selection()
  return { ...d, uuid }
}

const centreOf = (layer: TextLayer) => placementCentre(layer)
const steps = (d: ReturnType<typeof open>) => d.session.getState().history.map(({ label }) => label)

describe('a new text', () => {
  test('a new text is added in the middle, on top, selected, as outlines, and is one step', async () => {
    const d = await withText()
    const layer = d.layer(d.uuid)
    expect(d.doc().layers.map(({ uuid }) => uuid)).toEqual(['photo', d.uuid])
    expect(centreOf(layer).x).toBeCloseTo(250, 2)
    expect(centreOf(layer).y).toBeCloseTo(522, 2)
    expect(layer).toMatchObject({
      ...style,
      name: '你好',
      imageFileId: null,
      fontFamilyUrl: '/files/kuaile.ttf',
      textAlign: 'center',
    })
    expect(await dataUrlBlob(layer.imageUrl).text()).toContain('<path fill="#646464" d="M')
    expect(layer.width / layer.height).toBeCloseTo(layer.originalWidth / layer.originalHeight, 2)
    expect(steps(d)).toEqual(['打开模板', '添加文字'])
  })

  test('a new text of any length takes at most 80 % of the canvas in both directions', async () => {
    const drawn = fc.record({ width: fc.integer({ min: 1, max: 6000 }), height: fc.integer({ min: 1, max: 6000 }) })
    const canvas = fc.record({ width: fc.integer({ min: 1, max: 5000 }), height: fc.integer({ min: 1, max: 5000 }) })
    fc.assert(
      fc.property(drawn, canvas, (size, sheet) => {
        const box = newTextBox(size, 100, sheet)
        expect(box.width).toBeLessThanOrEqual(Math.max(0.001, sheet.width * 0.8))
        expect(box.height).toBeLessThanOrEqual(Math.max(0.001, sheet.height * 0.8))
        expect(box.x + box.width / 2).toBeCloseTo(sheet.width / 2, 6)
        expect(box.y + box.height / 2).toBeCloseTo(sheet.height / 2, 6)
      }),
    )
    const long = await withText({ text: '壳'.repeat(50) })
    expect(long.layer(long.uuid).width).toBeCloseTo(400, 1)
    const tall = await withText({ text: '壳'.repeat(50), verticalText: true })
    expect(tall.layer(tall.uuid).height).toBeCloseTo(835.2, 1)
  })

  test.each([
    ['no words', { text: '' }, '请输入文字'],
    ['more than 50 characters', { text: '壳'.repeat(51) }, '文字不能超过 50 个字，现在有 51 个'],
    ['characters the font lacks', { text: '好😀𠮷' }, '填入的字体没有找到对应的字形：「😀」「𠮷」，请删除这些字或换一个字体'],
    ['a font the shop does not have', { fontId: 99 }, '字体不存在，请选择其他字体'],
    ['a broken font', { fontId: 4 }, '生成字体发生错误：字体文件已损坏或不是可用的字体，请在店铺重新上传'],
  ])('a new text with %s is refused, and nothing is added', async (_, change, message) => {
    const d = open(docOf(image('photo')))
    expect(await d.texts.add({ ...style, ...change })).toBe(message)
    expect(steps(d)).toEqual(['打开模板'])
  })

  test('a new text whose font cannot be loaded is refused with the reason, and can be added later', async () => {
    let online = false
    const { texts, doc } = open(docOf(), {
      client: {
        draw: (input) => (online ? client.draw(input) : input.font().then(() => Promise.reject(new Error('unreachable')))),
      },
      fontBytes: () => Promise.reject(new TypeError('Failed to fetch')),
    })
    expect(await texts.add(style)).toBe('生成字体发生错误：请重试；仍然不行请换一个字体')
    online = true
    expect(await texts.add(style)).toBeNull()
    expect(doc().layers).toHaveLength(1)
  })
})

describe('how a text runs', () => {
  test('a text on an arc keeps its centre and the size of its letters, and runs straight again as before', async () => {
    const d = await withText({ text: '春江潮水连海平' })
    const straight = d.layer(d.uuid)
    expect(await d.texts.change(d.uuid, { textFlow: { kind: 'arc', bend: 80 } })).toBeNull()
    const bent = d.layer(d.uuid)
    expect(centreOf(bent).x).toBeCloseTo(centreOf(straight).x, 2)
    expect(fontSizeOf(bent, 100)).toBeCloseTo(fontSizeOf(straight, 100), 3)
    expect(bent.height).toBeGreaterThan(straight.height * 1.5)
    expect(steps(d).at(-1)).toBe('修改文字走向')
    await d.texts.change(d.uuid, { textFlow: null })
    expect(d.layer(d.uuid)).toMatchObject({ width: straight.width, height: straight.height, imageUrl: straight.imageUrl })
  })

  test('a preset changes colour and effects as one step, and undo takes both back', async () => {
    const d = await withText()
    const effects = [{ kind: 'colorOverlay', color: '#ff0000', opacity: 1, blend: 'normal' }] as const
    expect(await d.texts.change(d.uuid, { fontColor: '#112233' }, effects)).toBeNull()
    expect(d.layer(d.uuid)).toMatchObject({ fontColor: '#112233', appearance: { effects } })
    expect(steps(d).at(-1)).toBe('文字样式')
    await d.texts.change(d.uuid, { fontColor: '#112233' }, [...effects])
    expect(steps(d)).toHaveLength(3)
    d.session.undo()
    expect(d.layer(d.uuid)).toMatchObject({ fontColor: '#646464', appearance: null })
  })

  test('a font size scales the text about its centre, within limits', async () => {
    const d = await withText()
    const before = d.layer(d.uuid)
    const size = (px: number) => d.session.run(setFontSize, { uuid: d.uuid, size: px, em: 100 })
    size(50)
    const after = d.layer(d.uuid)
    expect(fontSizeOf(after, 100)).toBeCloseTo(50, 3)
    expect(after.width / after.height).toBeCloseTo(before.width / before.height, 3)
    expect(centreOf(after).x).toBeCloseTo(centreOf(before).x, 2)
    expect(centreOf(after).y).toBeCloseTo(centreOf(before).y, 2)
    size(1e9)
    expect(fontSizeOf(d.layer(d.uuid), 100)).toBeCloseTo(2000, 1)
    expect(steps(d).at(-1)).toBe('修改字号')
  })
})

describe('a changed text', () => {
  test('a changed text keeps its centre and its scale, whatever is changed', async () => {
    const d = await withText()
    const { texts, session, uuid } = d
    session.run(transformLayers, {
      placements: [placementOf(d.layer(uuid), { left: 30, top: 40, width: 90, height: 60, rotation: 30 })],
    })
    for (const change of [
      { text: '手机壳\n你好世界' },
      { fontColor: '#fd7455' },
      { verticalText: true },
      { textAlign: 'end' },
      { letterSpacing: 0.5 },
      { lineHeight: 2 },
    ] as const) {
      const before = d.layer(uuid)
      expect(await texts.change(uuid, change)).toBeNull()
      const after = d.layer(uuid)
      expect(after).toMatchObject({ ...change, rotation: 30 })
      expect(after.imageUrl).not.toBe(before.imageUrl)
      expect(centreOf(after).x).toBeCloseTo(centreOf(before).x, 2)
      expect(centreOf(after).y).toBeCloseTo(centreOf(before).y, 2)
      expect(after.width / after.originalWidth).toBeCloseTo(before.width / before.originalWidth, 4)
      expect(after.height / after.originalHeight).toBeCloseTo(before.height / before.originalHeight, 4)
    }
    expect(steps(d).slice(3)).toEqual(['修改文字', '修改文字颜色', '修改文字方向', '修改文字对齐', '修改字间距', '修改行间距'])
    expect(d.layer(uuid).name).toBe('手机壳 你好世界')
  })

  test('a text keeps its centre over any chain of changes, within the rounding of a length', () => {
    const size = fc.record({ width: fc.integer({ min: 1, max: 5000 }), height: fc.integer({ min: 1, max: 5000 }) })
    const start = fc.record({
      left: fc.integer({ min: -500, max: 500 }),
      top: fc.integer({ min: -500, max: 500 }),
      width: fc.integer({ min: 10, max: 900 }),
      height: fc.integer({ min: 10, max: 900 }),
      rotation: fc.integer({ min: 0, max: 359 }),
    })
    fc.assert(
      fc.property(start, fc.array(size, { minLength: 2, maxLength: 9 }), (place, drawings) => {
        let now = place
        for (let i = 1; i < drawings.length; i++) {
          const [before, drawn] = [drawings[i - 1], drawings[i]]
          if (before && drawn) now = redrawnPlacement(now, before, drawn)
        }
        expect(Math.abs(placementCentre(now).x - placementCentre(place).x)).toBeLessThan(0.01)
        expect(Math.abs(placementCentre(now).y - placementCentre(place).y)).toBeLessThan(0.01)
        expect(now.rotation).toBe(place.rotation)
      }),
    )
  })

  test('undo restores the very same picture of a text, and an empty change is no step', async () => {
    const d = await withText()
    const before = d.layer(d.uuid)
    await d.texts.change(d.uuid, { text: '世界' })
    await d.texts.change(d.uuid, { text: '世界' })
    expect(steps(d)).toHaveLength(3)
    d.undo()
    expect(d.layer(d.uuid)).toEqual(before)
    d.redo()
    expect(d.layer(d.uuid).text).toBe('世界')
  })

  test('a changed text keeps the name that a seller gave it', async () => {
    const d = open(docOf(text('t', { name: '店名', text: '你好' })))
    await d.texts.change('t', { text: '世界' })
    expect(d.layer('t').name).toBe('店名')
  })

  test('a text that cannot be drawn is left unchanged', async () => {
    const d = await withText()
    const before = d.doc()
    expect(await d.texts.change(d.uuid, { text: '' })).toBe('请输入文字')
    expect(await d.texts.change(d.uuid, { text: '好😀' })).toContain('「😀」')
    expect(await d.texts.change(d.uuid, { fontId: 4 })).toContain('生成字体发生错误')
    expect(d.doc()).toBe(before)
  })

  test('a text whose font was deleted keeps its picture until another font is chosen', async () => {
    const d = open(docOf(text('old', { fontId: 99, imageUrl: '/files/old.svg', imageFileId: 8 })))
    expect(await d.texts.change('old', { text: '世界' })).toBe('字体不存在，请选择其他字体')
    expect(d.layer('old')).toMatchObject({ imageUrl: '/files/old.svg', imageFileId: 8, text: '你好' })
    expect(await d.texts.change('old', { fontId: 3 })).toBeNull()
    expect(d.layer('old')).toMatchObject({ fontId: 3, fontFamilyUrl: '/files/kuaile.ttf', imageFileId: null })
  })

  test('changing a layer that is locked, gone or no text has no effect', async () => {
    const d = await withText()
    d.session.run(setLocked, { uuids: [d.uuid], locked: true })
    expect(await d.texts.change(d.uuid, { text: '世界' })).toContain('锁定')
    d.session.run(setLocked, { uuids: [d.uuid], locked: false })
    const under = d.texts.change(d.uuid, { text: '世界' })
    d.session.run(removeLayers, { uuids: [d.uuid] })
    expect(await under).toBeNull()
    expect(await d.texts.change('photo', { text: '世界' })).toBeNull()
    expect(d.doc().layers.map(({ uuid }) => uuid)).toEqual(['photo'])
  })

  test('two simultaneous changes of a text are both applied, and a text moved meanwhile stays where it is', async () => {
    const d = await withText()
    const both = [d.texts.change(d.uuid, { text: '世界' }), d.texts.change(d.uuid, { fontColor: '#000000' })]
    d.click(d.uuid)
    d.drag(40, 30)
    const moved = centreOf(d.layer(d.uuid))
    await Promise.all(both)
    expect(d.layer(d.uuid)).toMatchObject({ text: '世界', fontColor: '#000000' })
    expect(centreOf(d.layer(d.uuid)).x).toBeCloseTo(moved.x, 2)
    await d.texts.whenSettled()
  })

  test('a changed text gets its stroke made again for the new picture, where strokes can be drawn', async () => {
    const stroke = { color: '#ffffff', width: 4, style: 'SOLID', opacity: 100, offset: 0 } as const
    const seen: TextLayer[] = []
    const d = open(docOf(text('t', { stroke, strokeSvgData: '<svg>old</svg>' })), {
      remakeStroke: async (layer) => {
        seen.push(layer)
        return { stroke, strokeSvgData: '<svg>new</svg>' }
      },
    })
    await d.texts.change('t', { text: '世界' })
    expect(seen.map((layer) => [layer.text, layer.stroke, layer.imageUrl])).toEqual([['世界', stroke, d.layer('t').imageUrl]])
    expect(d.layer('t')).toMatchObject({ stroke, strokeSvgData: '<svg>new</svg>' })
    expect(steps(d)).toHaveLength(2)
  })

  test('a text whose stroke cannot be drawn is left unchanged, and the reason is given', async () => {
    const stroke = { color: '#ffffff', width: 4, style: 'SOLID', opacity: 100, offset: 0 } as const
    const d = open(docOf(text('t', { stroke, strokeSvgData: '<svg>old</svg>' })), {
      remakeStroke: () => Promise.reject(new Error('当前图片描边失败，请尝试重试')),
    })
    const before = d.doc()
    expect(await d.texts.change('t', { text: '世界' })).toBe('当前图片描边失败，请尝试重试')
    expect(d.doc()).toBe(before)
  })
})

describe('a slider', () => {
  test('a slider is one step, ends at its released value, and undo reverts all of it', async () => {
    const d = await withText()
    const before = d.layer(d.uuid)
    const slide = d.texts.slide(d.uuid, { letterSpacing: 0.1 })
    for (const letterSpacing of [0.2, 0.3, 0.4]) slide.update({ letterSpacing })
    expect(await slide.end()).toBeNull()
    expect(d.layer(d.uuid).letterSpacing).toBe(0.4)
    expect(steps(d)).toEqual(['打开模板', '添加文字', '修改字间距'])
    d.undo()
    expect(d.layer(d.uuid)).toEqual(before)
  })

  test('a focused slider leaves Ctrl+Z to the designer and keeps its arrow keys', async () => {
    const d = await withText()
    const slide = d.texts.slide(d.uuid, { letterSpacing: 0.1 })
    await slide.end()
    const focused = { tagName: 'INPUT', type: 'range' }
    expect(d.key('ArrowRight', focused)).toBe(false)
    expect(d.key('ctrl+z', focused)).toBe(true)
    expect(d.layer(d.uuid).letterSpacing).toBe(0)
  })

  test('a slider cancelled with Escape or undo changes nothing', async () => {
    const d = await withText()
    const before = d.doc()
    const slide = d.texts.slide(d.uuid, { lineHeight: 2 })
    await d.texts.whenSettled()
    expect(d.layer(d.uuid).lineHeight).toBe(2)
    d.undo()
    slide.update({ lineHeight: 3 })
    expect(await slide.end()).toBeNull()
    expect(d.doc()).toBe(before)
    expect(steps(d)).toEqual(['打开模板', '添加文字'])
  })
})

describe('what was typed', () => {
  test.each([
    ['ends and lines', '  你好 \r\n世界\u2028好\n\n', '你好\n世界\n好'],
    ['marks an editor leaves', '\ufeff你\u200b好\u200b', '你好'],
    ['nothing but blanks', ' \n\u200b\t', ''],
  ])('cleanText normalizes typed text: %s', (_, typed, kept) => {
    expect(cleanText(typed)).toBe(kept)
    expect(cleanText(kept)).toBe(kept)
  })

  test('typed text is shortened to what the server accepts, never inside a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('你', 'a', '😀', '\n'), maxLength: 70 }), (typed) => {
        const kept = shortenedText(typed)
        expect(kept.length).toBeLessThanOrEqual(50)
        expect(typed.startsWith(kept)).toBe(true)
        expect([...kept].every((character) => !/^[\ud800-\udfff]$/.test(character))).toBe(true)
        if (typed.length <= 50) expect(kept).toBe(typed)
      }),
    )
    expect(textProblem('字'.repeat(50))).toBeNull()
  })

  test('a text is saved and loaded with all of its settings', async () => {
    const d = await withText({ text: '你好\n世界', verticalText: true })
    await d.texts.change(d.uuid, { textAlign: 'end', letterSpacing: 0.25, lineHeight: 1.75 })
    const stored = d.doc().layers.map((layer, i) => ({ ...layer, imageUrl: `/files/${i}.svg`, imageFileId: i + 1 }))
    const doc = { ...d.doc(), layers: stored }
    const body = saveSchema.parse(JSON.parse(JSON.stringify(templateSave(doc, { revision: 1, thumbnailFileId: null }))))
    const layers = body.layers.map((layer, i) => ({ ...layer, id: i + 1 }))
    const rest = { name: '', boundDesignAssetCollectionIds: [], previewPhoneModelId: null, previewMaterialColorId: null }
    expect(docFrom({ ...rest, width: doc.width, height: doc.height, layers }).layers).toEqual(
      stored.map((layer, i) => ({ ...layer, id: i + 1 })),
    )
  })
})
