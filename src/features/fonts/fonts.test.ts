/** Tests the rules of fonts and text colours, and the tasks that change them. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { InvalidError, NotFoundError } from '../../../contract/call-errors'
import { fileKind, fileSizeLimit } from '../../../contract/constants'
import { MissingGlyphsError, type TextInput } from '../../../imaging/glyphs/text-client'
import { colorProblem, textColorPresets } from './colors'
import { embeddingRights } from './embedding'
import fontChange from './font-change-task'
import { checkFontFile, FontRefusedError } from './font-file-check'
import { fontNameProblem, suggestedName } from './font-name'
import { createFontPreviewRenderer } from './font-preview-renderer'
import fontUpload, { type FontTaskServices } from './font-upload-task'

const kuaile = readFileSync(
  createRequire(import.meta.url).resolve('@expo-google-fonts/zcool-kuaile/400Regular/ZCOOLKuaiLe_400Regular.ttf'),
)
const blobOf = (...parts: readonly (Buffer | string)[]) =>
  new Blob(parts.map((part) => (typeof part === 'string' ? part : new Uint8Array(part))))
const refusal = (error: unknown) => (error instanceof FontRefusedError ? [error.message, error.hint] : error)

describe('embedding rights', () => {
  test.each([
    [0x0000, '可安装嵌入', false],
    [0x0002, '禁止嵌入', true],
    [0x0004, '仅限预览和打印', true],
    [0x0008, '可编辑嵌入', false],
    // Older fonts set several bits; the widest right applies.
    [0x000e, '可编辑嵌入', false],
    [0x0006, '仅限预览和打印', true],
    [0x0100, '可安装嵌入', true],
    [0x0208, '可编辑嵌入', true],
    [null, '没有写明', true],
  ])('fsType %s is described as %s', (fsType, label, needsCheck) => {
    expect(embeddingRights(fsType)).toMatchObject({ label, needsCheck })
  })

  test('forbidden embedding asks the seller to check first, and restricted embedding says what is allowed', () => {
    expect(embeddingRights(2).text).toContain('书面授权')
    expect(embeddingRights(0x0300).text).toContain('不允许只取部分字形；只允许嵌入点阵字形')
  })
})

describe('names of fonts', () => {
  test.each([
    [undefined, '请输入字体名称'],
    ['', '请输入字体名称'],
    ['　 ', '请输入字体名称'],
    [' 十个字的字体名称正好 ', null],
    ['十一个字的字体名称太长了', '字体名称不能超过 10 个字'],
    ['𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷', null],
  ])('the font name %j gives the problem %s', (name, problem) => expect(fontNameProblem(name)).toBe(problem))

  const own = (...names: [id: number, chinese: boolean, text: string][]) =>
    names.map(([id, chinese, text]) => ({ id, chinese, text }))
  test.each([
    ['the Chinese full name', own([1, false, 'Smiley Sans'], [1, true, '得意黑'], [4, true, '得意黑 斜体']), '得意黑 斜体'],
    ['without Regular', own([4, true, '思源黑体 Regular']), '思源黑体'],
    ['the family where the full name is too long', own([4, true, '思源黑体 CN ExtraLight'], [1, true, '思源黑体']), '思源黑体'],
    ['the Latin one', own([1, false, 'Lobster'], [4, false, 'Lobster']), 'Lobster'],
    [
      'the file, where the font’s own are too long',
      own([4, false, 'ZCOOL KuaiLe Regular'], [1, false, 'ZCOOL KuaiLe']),
      '快乐体',
    ],
    ['the file, where the font has none', [], '快乐体'],
  ])('a font name is suggested: %s', (_, names, name) => expect(suggestedName(names, '快乐体.ttf')).toBe(name))

  test('a suggestion is cut when every name is too long', () => {
    expect(suggestedName(own([4, false, 'ZCOOL KuaiLe Regular']), 'ZCOOLKuaiLe_400Regular.ttf')).toBe('ZCOOL Kuai')
    expect(suggestedName([], '.ttf')).toBe('')
  })
})

describe('a picked file', () => {
  test('a font file gives its name, embedding rights and licence', async () => {
    expect(await checkFontFile({ name: '快乐体.ttf', blob: blobOf(kuaile) })).toMatchObject({
      suggestion: '快乐体',
      rights: { label: '可安装嵌入' },
      licence: expect.stringContaining('Open Font License'),
    })
  })

  test.each([
    ['a collection', 'ttcf', /字体集/],
    ['a web font', 'wOFF', /网页字体/],
    ['a newer web font', 'wOF2', /网页字体/],
    ['a picture named like a font', '\x89PNG', /不是字体/],
    ['nothing', '', /不是字体/],
  ])('a font file that is %s is refused', async (_, start, hint) => {
    const blob = blobOf(Buffer.from(start, 'latin1'), start === '' ? '' : kuaile.subarray(4))
    const error = await checkFontFile({ name: '字体.ttf', blob }).catch(refusal)
    expect(error).toEqual(['请上传ttf、otf格式的字体文件', expect.stringMatching(hint)])
  })

  test('a truncated or too large font file is refused', async () => {
    const cut = await checkFontFile({ name: 'a.ttf', blob: blobOf(kuaile.subarray(0, 9000)) }).catch(refusal)
    expect(cut).toEqual(['生成字体预览图失败，请检查字体文件', '文件不完整，请重新下载字体。'])
    const huge = blobOf(kuaile, Buffer.alloc(fileSizeLimit[fileKind.font]))
    expect(await checkFontFile({ name: 'a.ttf', blob: huge }).catch(refusal)).toEqual([
      '字体文件不能超过 30 MB',
      expect.any(String),
    ])
  })
})

describe('pictures of a font', () => {
  /** A simulated worker that has some characters, and the texts it was asked to draw. */
  function press(knows: RegExp, broken = false) {
    const asked: string[] = []
    const drawPng = async ({ settings, color }: TextInput, pixels: number) => {
      if (broken) throw new Error('not a font with outlines')
      const missing = [...settings.text].filter((character) => !knows.test(character) && character !== ' ')
      if (missing.length > 0) throw new MissingGlyphsError(missing)
      asked.push(`${settings.text} ${color} ${pixels}`)
      return new Blob(['png'])
    }
    const sample = async () => {
      const own = knows.test('ø') ? 'ø' : ''
      return { sample: own, fault: own === '' ? ('blank' as const) : null }
    }
    return { asked, press: createFontPreviewRenderer({ drawPng, sample, dispose: () => undefined }) }
  }
  const bytes = async () => new ArrayBuffer(0)

  test('a font’s pictures show its name at 32 px in both colours', async () => {
    const { asked, press: made } = press(/./)
    expect(await made.draw('k', bytes, '快乐体')).toMatchObject({ text: '快乐体' })
    expect(asked).toEqual(['快乐体 #333333 32', '快乐体 #fd7455 32'])
  })

  test.each([
    ['a Latin font with a Chinese name', /[A-Za-z0-9]/, '快乐体', 'AaBb 123'],
    ['a Chinese font with a Latin name', /[字体预览]/, 'Happy', '字体预览'],
    ['a traditional font', /[字體預覽]/, 'Happy', '字體預覽'],
    ['a font of digits', /\d/, '数字', '123'],
    ['a font of other letters', /ø/, '数字', 'ø'],
  ])('%s shows a sample instead of its name', async (_, knows, name, sample) => {
    expect((await press(knows).press.draw('k', bytes, name)).text).toBe(sample)
  })

  test('a font whose pictures cannot be drawn is refused with the reason', async () => {
    const said = async (made: ReturnType<typeof press>) => (await made.press.draw('k', bytes, '字').catch(refusal)) as string[]
    expect((await said(press(/./, true)))[0]).toBe('生成字体预览图失败，请检查字体文件')
    expect(await said(press(/ß/))).toEqual([
      '生成字体预览图失败，请检查字体文件',
      '这个字体里的字都是空白的，写不出字，请换一个字体',
    ])
  })
})

describe('text colours', () => {
  test.each([
    ['', '请输入颜色'],
    [' ', '请输入颜色'],
    [undefined, '请输入颜色'],
    ['红', /^颜色格式不正确/],
    ['#12345', /^颜色格式不正确/],
    ['#FFF', '颜色“#FFFFFF”已存在，请换一个颜色'],
    ['fd7455', null],
    ['#FD7', null],
  ])('the colour %j gives the problem %s', (text, problem) => {
    const found = colorProblem(text, ['#ffffff'])
    if (problem instanceof RegExp) expect(found).toMatch(problem)
    else expect(found).toBe(problem)
  })

  test('the preset colours are valid and all different', () => {
    expect(new Set(textColorPresets.map(({ hex }) => hex)).size).toBe(textColorPresets.length)
    for (const { hex } of textColorPresets) expect(colorProblem(hex, [])).toBeNull()
  })
})

const call = { method: 'POST', url: '/api/shop_fonts' }
function context(saved: unknown = undefined) {
  const kept: unknown[] = []
  return {
    kept,
    context: {
      signal: new AbortController().signal,
      progress: () => undefined,
      saved,
      checkpoint: async (value: unknown) => void kept.push(value),
    },
  }
}

describe('sending a font', () => {
  const input = {
    name: '快乐体',
    fileName: 'a.ttf',
    file: new Blob(['font']),
    previews: { normal: new Blob(['n']), active: new Blob(['a']) },
  }
  function shop(refusals: readonly unknown[] = []) {
    const log: string[] = []
    const left = [...refusals]
    const services: FontTaskServices = {
      api: {
        shopFonts: {
          create: async ({ body }: { body: unknown }, options: { idempotencyKey?: string }) => {
            log.push(`create ${JSON.stringify(body)} ${options.idempotencyKey}`)
            const refused = left.shift()
            if (refused) throw refused
            return { id: 7 }
          },
        },
      } as unknown as FontTaskServices['api'],
      platform: {
        uploadFile: async ({ name }, kind) => {
          log.push(`upload ${name} ${kind}`)
          return { fileId: log.length, url: '', contentType: '', size: 0, width: null, height: null }
        },
      },
      queries: { invalidateQueries: async () => undefined },
    }
    return { log, services }
  }
  const uploads = ['upload a.ttf 6', 'upload font-preview.png 2', 'upload font-preview-active.png 2']
  const made = (first: number) =>
    `create {"name":"快乐体","fontFileId":${first},"previewImageFileId":${first + 1},"activePreviewImageFileId":${first + 2}} font-file-${first}`

  test('a font upload sends file and pictures, checkpoints them, and creates the font', async () => {
    const { log, services } = shop()
    const { context: one, kept } = context()
    expect(await fontUpload.run(input, one, services)).toEqual({ fontId: 7 })
    expect(log).toEqual([...uploads, made(1)])
    expect(kept).toEqual([{ fontFileId: 1, previewImageFileId: 2, activePreviewImageFileId: 3 }])
  })

  test('a font upload that is retried after a lost response sends nothing twice', async () => {
    const { log, services } = shop()
    const saved = { fontFileId: 1, previewImageFileId: 2, activePreviewImageFileId: 3 }
    await fontUpload.run(input, context(saved).context, services)
    expect(log).toEqual([made(1)])
  })

  test('a retry uploads files again that the server deleted, and passes other refusals on', async () => {
    const gone = new InvalidError('文件不存在', call, {
      issues: [{ path: 'body.fontFileId', code: 'rule', message: '文件不存在' }],
    })
    const saved = { fontFileId: 1, previewImageFileId: 2, activePreviewImageFileId: 3 }
    const { log, services } = shop([gone])
    await fontUpload.run(input, context(saved).context, services)
    expect(log).toEqual([made(1), ...uploads, made(2)])
    const named = new InvalidError('名称', call, { issues: [{ path: 'body.name', code: 'rule', message: '名称' }] })
    await expect(fontUpload.run(input, context(saved).context, shop([named]).services)).rejects.toBe(named)
  })
})

describe('a task over many items', () => {
  function shop(refused: unknown = null) {
    const log: string[] = []
    let colors: readonly { id: number; enabled: boolean; next: number | null }[] = [
      { id: 1, enabled: true, next: 2 },
      { id: 2, enabled: true, next: null },
    ]
    const answer = async (what: string) => {
      log.push(what)
      if (refused) throw refused
    }
    const calls = {
      update: (request: unknown) => answer(`update ${JSON.stringify(request)}`),
      remove: (request: unknown) => answer(`remove ${JSON.stringify(request)}`),
    }
    const services = {
      api: { shopFonts: calls, shopFontColors: calls },
      queries: {
        setQueryData: (_: unknown, edit: (old: typeof colors) => typeof colors) => {
          colors = edit(colors)
        },
        invalidateQueries: async () => undefined,
      },
    } as unknown as Parameters<typeof fontChange.run>[2]
    const run = (act: 'enable' | 'disable' | 'delete') => fontChange.run({ of: 'color', id: 2, act }, context().context, services)
    return { log, run, colors: () => colors }
  }
  const gone = new NotFoundError('字体颜色不存在或已被删除', call)

  test('a change of many items shows each one as it is done', async () => {
    const { log, run, colors } = shop()
    await run('disable')
    expect(colors()[1]).toMatchObject({ id: 2, enabled: false })
    await run('delete')
    expect(colors().map(({ id }) => id)).toEqual([1])
    expect(log).toEqual(['update {"params":{"id":2},"body":{"enabled":false}}', 'remove {"params":{"id":2}}'])
  })

  test('an item that is gone counts as deleted and cannot be switched', async () => {
    const { run, colors } = shop(gone)
    await expect(run('enable')).rejects.toThrow('颜色不存在')
    expect(await run('delete')).toBe('done')
    expect(colors().map(({ id }) => id)).toEqual([1])
  })
})
