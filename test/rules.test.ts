/**
 * Tests the rules that plugin, designer and server share (contract/rules): each is defined once, and all its users give the
 * same result for the same case. Results that the server reads from its database are compared in server/test/push.test.ts,
 * server/test/preflight.test.ts and server/domain/orders/order-state.test.ts.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { tooLarge } from '../adapters/error-text'
import { downloadRuleParts } from '../contract/rules/name-parts'
import { piecesOf, undecidedText } from '../contract/rules/pieces'
import { itemFindings, pictureFindings } from '../contract/rules/preflight'
import { printResolution, shapeText, sharpnessNames, sharpnessOf } from '../contract/rules/print-resolution'
import { customizationOf, itemOf, orderOf } from '../contract/test/orders'
import { checkDesign, layerDpi } from '../design/checks/check'
import { docOf, image } from '../design/test/make'
import { tooLarge as refusedByServer } from '../server/domain/files/service'
import { pictureProblem } from '../src/base/picture-files'
import { pictureName } from '../src/downloads/names'
import { type Picture, picturesOf } from '../src/downloads/pictures'
import { entryText } from '../src/downloads/preflight-groups'
import { preparePicture } from '../src/downloads/prepare'
import { dpiHints, imagesOf, printOf } from '../src/features/orders/order-facts'
import { resolutionOf } from '../src/features/wireframes/physical-size'
import { pushableOf } from '../src/push/push-orders'

const root = join(import.meta.dirname, '..')

/** Code that is allowed only in contract/rules, with the files that contain it for another reason. */
const exclusiveRules: readonly {
  readonly description: string
  readonly pattern: RegExp
  /** A sample of a copy, which the pattern must find. */
  readonly copy: string
  readonly exceptions?: Readonly<Record<string, string>>
}[] = [
  {
    description: 'the length of an inch',
    pattern: /25\.4\b|\b0\.0254\b|\b2\.54\b/,
    copy: 'const mmPerInch = 25.4',
    exceptions: { 'imaging/pixels/adjust-tables.ts': 'a fitted coefficient of brightness' },
  },
  {
    description: 'a resolution',
    pattern: /[dD]pi\w*\s*[<>]=?\s*\d|\b\w*[dD]pi\w*\s*[:=]\s*\d{2,}/,
    copy: 'dpi < 150',
    exceptions: { 'server/embedded/demo/art.ts': 'the size of letters in a picture of the demo, which nobody prints' },
  },
  {
    description: 'the unit of a size in words',
    pattern: /\/ ?\(?(1024|1_048_576|1048576)\b|104_857/,
    copy: 'bytes / 1024 / 1024',
    exceptions: { 'server/infra/content/child-process.ts': 'the unit of ulimit' },
  },
  {
    description: 'what a shop is by its type',
    pattern:
      /'TAOBAO'|\btype\)? [!=]== '(?:DOUDIAN|PINDUODUO|SDK|JD|ALIBABA|KUAISHOU|XIAOHONGSHU|WECHAT_STORE|WEIDIAN|OFFLINE_STORE)'/,
    copy: "if (shop.type !== 'TAOBAO') throw refused",
    exceptions: {
      'server/infra/marketplaces/taobao/taobao.ts': 'its entry in the record of marketplaces',
      'src/features/orders/files/headings.ts': 'the marketplaces whose tables have these headings',
    },
  },
  {
    description: 'the text of anything thrown',
    pattern: /instanceof Error \? (\w+)\.message : String\(\1\)/,
    copy: 'error instanceof Error ? error.message : String(error)',
    exceptions: { 'bridge/simulator/parent.ts': 'the bridge imports nothing of the contract' },
  },
  {
    description: 'the error of work that was called off',
    pattern: /'AbortError'/,
    copy: "new DOMException('given up', 'AbortError')",
    exceptions: {
      'adapters/browser/save-file.ts': 'the name under which Chromium also ends a file that it blocks',
    },
  },
  {
    description: 'bytes as hexadecimal text',
    pattern: /toString\(16\)\.padStart\(2/,
    copy: "byte.toString(16).padStart(2, '0')",
  },
  {
    description: 'a number limited to a range',
    pattern:
      /Math\.min\([\d._]+, Math\.max\(-?[\d._]+,|Math\.max\(-?[\d._]+, Math\.min\([\d._]+, [^()]*\)\)|(?:const|function) clamp\b/,
    copy: 'Math.min(1, Math.max(0, share))',
  },
  {
    description: 'the check or the reading of a colour',
    pattern: /\[0-9a-f(?:A-F)?\]\{3\}|\[0-9a-fA-F\]\{3|slice\(1, 3\), 16|not a hex colour/,
    copy: 'if (!/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(color)) throw refused',
    exceptions: { 'imaging/outline/svg.ts': 'the form of a stroke, whose colours were checked when it was written' },
  },
  {
    description: 'a guard of fields',
    pattern: /=== 'object' && (\w+) !== null && !Array\.isArray\(\1\)|\btype Fields = Readonly<Record<string, unknown>>/,
    copy: "typeof value === 'object' && value !== null && !Array.isArray(value)",
  },
  {
    description: 'the longest text of a field, or the range of a slider',
    pattern: /\bmaxLength(?:=\{|: |.*\?\? )\d|<RangeField[^>]*\bm(?:in|ax)=\{-?[\d._]+\}[^>]*\bm(?:in|ax)=\{-?[\d._]+\}/,
    copy: '<Input maxLength={50} />',
    exceptions: {
      'server/http/api-docs/document.ts': 'the key that names a repeated call, which is no field',
    },
  },
  {
    description: 'a name with or without its brand',
    pattern: /startsWith\((\w+\.)?(brand|phoneBrandName|brandName)\b/,
    copy: 'model.startsWith(brand)',
  },
  {
    description: 'a judgement of a print',
    pattern: /分辨率过低|分辨率偏低|清晰度足够|比例不符|比例略有偏差/,
    copy: '分辨率偏低，可能不够清晰',
  },
  {
    description: 'a word of undecided pieces, of an unknown case or of a hold',
    pattern: /件数待定|未知型号|未知材质|请先?不要生产/,
    copy: '件数待定',
    exceptions: { 'src/features/orders/files/states.ts': 'holds of orders whose table names no known state' },
  },
  {
    description: 'what is downloaded, pushed or held back',
    pattern:
      /\.creditDeducted\b|\bpush_status <>|push\.status === 'pushed'|\bhold [!=]== null|\b(unpaid_images|fully_pushed|held_items) *[=>]/,
    copy: 'one.creditDeducted ? 1 : 0',
    exceptions: { 'server/domain/orders/state-sql.ts': 'the same rules in SQL, compared with them by tests' },
  },
]

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) {
      if (!['test', 'test-data', 'node_modules'].includes(entry.name)) yield* sources(path)
    } else if (/(?<!\.test|\.d)\.tsx?$/.test(entry.name)) yield path
  }
}
const comment = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm

describe('shared rules', () => {
  const texts = ['adapters', 'bridge', 'buyer', 'contract', 'design', 'imaging', 'server', 'src'].flatMap((folder) =>
    [...sources(folder)].map((path) => [path, readFileSync(join(root, path), 'utf8').replace(comment, '')] as const),
  )

  test.each(exclusiveRules)(
    'only contract/rules, contract/ground and the listed files define $description',
    ({ pattern, copy, exceptions = {} }) => {
      expect(copy).toMatch(pattern)
      const found = texts.filter(([path, text]) => !/^contract\/(rules|ground)\//.test(path) && pattern.test(text))
      expect(found.map(([path]) => path)).toEqual(Object.keys(exceptions))
    },
  )

  test('the files of contract/rules import only each other', () => {
    const imports = texts
      .filter(([path]) => path.startsWith('contract/rules/'))
      .flatMap(([, text]) => [...text.matchAll(/\bfrom '([^']+)'/g)].map(([, target]) => target))
    expect(imports.length).toBeGreaterThan(5)
    expect(imports.filter((target) => !/^\.\/[\w-]+$/.test(target ?? ''))).toEqual([])
  })
})

/** Returns a PNG of this size; only its header is valid. */
function pngOf(width: number, height: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(45)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  const view = new DataView(bytes.buffer)
  view.setUint32(16, width)
  view.setUint32(20, height)
  bytes.set([8, 6], 24)
  bytes.set([0x49, 0x45, 0x4e, 0x44], 37)
  return bytes
}

const size = { widthMm: 70, heightMm: 140 }
const pictureOf = (made = customizationOf(1, size)): Picture => {
  const item = itemOf(1, { customizations: [made] })
  const order = orderOf(1, { orderItems: [item] })
  const [picture] = picturesOf('customized', [{ order, item, family: [order] }])
  if (!picture) throw new Error('no picture')
  return picture
}

describe('print resolution', () => {
  test.each([
    [412, 824, 149, 'poor', null],
    // 150 dpi are 413.4 × 826.8 px, 200 dpi 551.2 × 1102.4.
    [413, 827, 150, 'fair', null],
    [550, 1100, 199, 'fair', null],
    [551, 1102, 200, 'good', null],
    [690, 1380, 250, 'good', null],
    // A difference of one per cent is not reported; more than five is another shape.
    [606, 1200, 217, 'good', null],
    [612, 1200, 217, 'good', '比例略有偏差：相差 2%'],
    [648, 1200, 217, 'good', '比例不符：相差 8%'],
    [1200, 600, 108, 'poor', '比例不符：横竖相反'],
  ] as const)(
    'every screen reports %i×%i px on a case of 70×140 mm as %i dpi, %s, %s',
    async (width, height, dpi, sharpness, shape) => {
      const word = sharpnessNames[sharpness]
      // Drawer and list.
      const print = printOf(customizationOf(1, { ...size, customizedImage: { width, height } }))
      expect([print?.dpi, print && sharpnessOf(print.dpi ?? 0), print && shapeText(print)]).toEqual([dpi, sharpness, shape])
      expect(dpiHints[sharpness]).toContain(word)
      // Check before a download, and push.
      const found = pictureFindings({ kind: 'seen', content: 'drawn', width, height }, { name: '手机壳', ...size })
      const codes = found.map(({ code }) => code)
      expect(
        codes.includes('poor') || codes.includes('fair') ? found.some(({ text }) => text.includes(word)) : sharpness === 'good',
      ).toBe(true)
      expect(found.some(({ text }) => shape !== null && text.includes(shape))).toBe(shape !== null)
      // The table of a download.
      const { notes } = await preparePicture(pngOf(width, height), pictureOf(), { type: 'original' }, () =>
        Promise.reject(new Error()),
      )
      expect(notes).toEqual([...(sharpness === 'good' ? [] : [`${word}：${dpi} DPI`]), ...(shape === null ? [] : [shape])])
      // The form of a wireframe.
      const form = resolutionOf({ width, height }, size.widthMm, size.heightMm)
      expect([form?.dpi, form?.sharpness, form?.stretch?.text ?? null]).toEqual([dpi, sharpness, shape])
      // The designer's badges and list: this picture fills a canvas that is 70 mm wide and 140 mm high.
      const wireframe = { ...size, width: 500, height: 1000, printArea: { left: 0, top: 0, right: 0, bottom: 0 } }
      const layer = image('a', { left: 0, top: 0, width: 500, height: 1000, originalWidth: width, originalHeight: height })
      const doc = { ...docOf(layer), width: 500, height: 1000 }
      expect(layerDpi(layer, doc, wireframe)).toBe(dpi)
      const findings = checkDesign(doc, { wireframe }).filter(({ code }) => code === 'low-dpi')
      expect(findings.map(({ text }) => text.includes(`${word}：${dpi} DPI`))).toEqual(sharpness === 'good' ? [] : [true])
      expect(printResolution({ width, height }, size).dpi).toBe(dpi)
    },
  )
})

test.each([
  [3, 1, [3]],
  [3, 3, [1, 1, 1]],
  [0, 2, [0, 0]],
  [3, 2, null],
  [4, 2, null],
  [1, 2, null],
])('%i pieces of %i designs are counted alike by download, its table and check, and push', (quantity, designs, pieces) => {
  const customizations = Array.from({ length: designs }, (_, at) => customizationOf(at + 1))
  const item = itemOf(1, { quantity, customizations })
  const order = orderOf(1, { orderItems: [item] })
  const pictures = picturesOf('customized', [{ order, item, family: [order] }])
  expect(pictures.map((picture) => picture.quantity)).toEqual(pieces ?? customizations.map(() => null))
  for (const picture of pictures) {
    expect(pictureName(picture, downloadRuleParts)).toContain(
      picture.quantity === null ? undecidedText : `定制${picture.quantity}张`,
    )
  }
  // The findings by which the server checks a push and a charge.
  const codes = itemFindings(item, piecesOf(item)).map(({ code }) => code)
  expect(codes.includes('undecidedPieces')).toBe(pieces === null)
})

test.each([
  ['苹果', 'iPhone 15', '苹果 iPhone 15'],
  ['小米', '小米 14', '小米 14'],
  ['小米', '14', '小米 14'],
  ['OPPO', 'oppo Find X7', 'oppo Find X7'],
])('brand %s and model %s are called %s by downloads and push', (phoneBrandName, phoneModelName, name) => {
  const made = customizationOf(1, { phoneBrandName, phoneModelName })
  const picture = pictureOf(made)
  expect(entryText({ picture, text: '：x' })).toContain(` ${name}：`)
  expect(pictureName(picture, downloadRuleParts).replaceAll('-', ' ')).toContain(name)
  const item = itemOf(1, { customizations: [made] })
  const order = orderOf(1, { orderItems: [item] })
  expect(pushableOf([{ order, item }]).orders[0]?.text).toMatch(new RegExp(`^${name} · `))
})

test('every refusal of a file states a limit of 3 MB alike', async () => {
  const limit = 3 * 1024 * 1024
  const blob = new Blob([new Uint8Array(limit + 1)], { type: 'image/png' })
  expect(tooLarge('a.png', blob.size, limit).message).toContain('有 3.1 MB，超过 3 MB 的上限')
  expect(await pictureProblem({ blob }, { maxBytes: limit })).toContain('超过 3 MB')
  expect(refusedByServer(limit).message).toContain('超过 3 MB 的上限')
})

test('the download counts the same pictures as the charge: finished and paid ones', () => {
  const made = [
    customizationOf(1, { creditDeducted: true }),
    customizationOf(2),
    customizationOf(3, { customizedImageUrl: null }),
  ]
  const item = itemOf(1, { customizations: made })
  const order = orderOf(1, { orderItems: [item] })
  expect(imagesOf([item, item])).toEqual({ images: 2, downloaded: 1 })
  expect(picturesOf('customized', [{ order, item, family: [order] }]).map(({ paid }) => paid)).toEqual([true, false])
})
