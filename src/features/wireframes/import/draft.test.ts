import { beforeEach, describe, expect, test } from 'vitest'
import { failedCsv } from '../../../base/csv'
import { createDraft, type Draft } from './draft'
import type { Examined } from './picture-facts'
import { readSizeTable } from './size-table'
import { createMemoryShop, type MemoryShop, pictureBlob } from './test/memory-shop'

const file = (name: string, sha256 = name, width = 500) => ({
  name,
  path: name,
  blob: pictureBlob({ sha256, width, height: 1044 }),
})
/** Reads the picture's facts from the JSON in the test's file; other text counts as no picture. */
const examine = async ({ blob }: { readonly blob: Blob }): Promise<Examined> => {
  try {
    return { facts: JSON.parse(await blob.text()) }
  } catch {
    return { facts: null, trouble: '图片加载失败，请检查图片是否损坏' }
  }
}

/** Notes which picture is looked at. */
const findHoles = async (blob: Blob) => {
  looked.push(JSON.parse(await blob.text()).sha256)
  return [hole]
}

let shop: MemoryShop
let draft: Draft
let failing = false
const hole = { left: 24, right: 24, top: 24, bottom: 24 }
const looked: string[] = []
beforeEach(() => {
  failing = false
  looked.length = 0
  shop = createMemoryShop({ lossOf: () => (failing ? 'before' : null) })
  draft = createDraft({ api: shop.services.api, examine, findHoles, readTable: readSizeTable })
})
const acts = () => draft.get().plan?.rows.map(({ group, outcome }) => [group.key, outcome])

describe('a draft', () => {
  test('a draft plans the picked files together with those picked later', async () => {
    await draft.add([file('苹果-15-硅胶-黑-前景图.png')])
    expect(acts()).toEqual([['苹果-15-硅胶-黑', 'create']])
    await draft.add([file('苹果-15-硅胶-黑-背景图.png'), file('苹果-15-硅胶-白-前景图.png')])
    expect(acts()).toEqual([
      ['苹果-15-硅胶-黑', 'create'],
      ['苹果-15-硅胶-白', 'create'],
    ])
    expect(draft.get()).toMatchObject({ busy: null, failure: null, problems: [] })
  })

  test('the same file is added once, however often it is picked', async () => {
    await draft.add([file('苹果-15-硅胶-黑-前景图.png'), file('苹果-15-硅胶-黑-前景图.png')])
    await draft.add([file('苹果-15-硅胶-黑-前景图.png')])
    expect(draft.get().pictures).toHaveLength(1)
    await draft.add([file('苹果-15-硅胶-黑-前景图.png', 'other')])
    expect(acts()).toEqual([['苹果-15-硅胶-黑', 'refuse']])
  })

  test('a draft is corrected by renaming, replacing and removing pictures', async () => {
    await draft.add([file('苹果-15-前景图.png'), file('苹果-15-硅胶-黑-背景图.png', 'b', 600), file('多余.png')])
    const [front, back, extra] = draft.get().pictures.map(({ id }) => id)
    if (!front || !back || !extra) throw new Error('three pictures')
    await draft.applyCorrections([{ id: front, name: '苹果-15-硅胶-黑-前景图' }])
    expect(draft.get().plan?.rows[0]?.refusal?.detail).toBe('前景图 500×1044，背景图 600×1044')
    await draft.applyCorrections([
      { id: back, name: '苹果-15-硅胶-黑-背景图.png', file: file('x.png') },
      { id: extra, name: '多余.png', removed: true },
    ])
    expect(acts()).toEqual([['苹果-15-硅胶-黑', 'create']])
  })

  test('a draft keeps its pictures when the catalogue cannot be read', async () => {
    failing = true
    await draft.add([file('苹果-15-硅胶-黑-前景图.png')])
    expect(draft.get()).toMatchObject({ plan: null, busy: null, failure: { error: { message: '断网' } } })
    failing = false
    await draft.replan()
    expect(acts()).toEqual([['苹果-15-硅胶-黑', 'create']])
  })

  test('the holes of new foregrounds are looked for, each picture once', async () => {
    await draft.add([
      file('苹果-15-硅胶-黑-前景图.png', 'same'),
      file('苹果-15-硅胶-黑-背景图.png', 'back'),
      file('苹果-15-硅胶-白-前景图.png', 'same'),
      file('没有名字.png', 'unnamed'),
    ])
    await expect.poll(() => draft.get().holes.get('same')).toEqual([hole])
    await draft.add([file('苹果-15-硅胶-红-前景图.png', 'other')])
    await expect.poll(() => draft.get().holes.has('other')).toBe(true)
    expect(looked).toEqual(['same', 'other'])
  })

  test('clearing a draft drops the print areas that the seller set', async () => {
    await draft.add([file('苹果-15-硅胶-黑-前景图.png')])
    draft.setArea('苹果-15-硅胶-黑', null)
    draft.setTakes({ takesHoles: false })
    expect(draft.get()).toMatchObject({ areas: new Map([['苹果-15-硅胶-黑', null]]), takesHoles: false })
    draft.setArea('苹果-15-硅胶-黑', undefined)
    expect(draft.get().areas.size).toBe(0)
    draft.clear()
    expect(draft.get()).toMatchObject({ takesHoles: true })
  })

  test('a zip file that cannot be read is named with its reason', async () => {
    await draft.add([{ name: '坏.zip', path: '坏.zip', blob: new Blob(['no zip']) }])
    expect(draft.get()).toMatchObject({ pictures: [], problems: ['「坏.zip」不是完整的 zip 压缩包，请重新打包'], busy: null })
  })

  test('a table among the files is read as sizes, a newer one of its name instead, and one that cannot be read is named', async () => {
    const table = (name: string, ...lines: string[]) => ({ name, path: name, blob: new Blob([lines.join('\n')]) })
    await draft.add([file('苹果-15-硅胶-黑-前景图.png'), table('尺寸.csv', '型号,宽,高', '15,71.5,147.6')])
    expect(acts()).toEqual([['苹果-15-硅胶-黑', 'create']])
    expect(draft.get().tables).toMatchObject([{ file: '尺寸.csv', entries: [{ name: '15', widthMm: 71.5 }] }])
    await draft.add([table('尺寸.csv', '型号,宽,高', '15,72,148'), table('订单.csv', '订单号', '1')])
    expect(draft.get().tables).toMatchObject([{ entries: [{ widthMm: 72 }] }])
    expect(draft.get().problems).toEqual(['「订单.csv」没有认出标题行：第一行要有「型号」，和「宽」「高」两列或「尺寸」一列'])
    draft.removeTable('尺寸.csv')
    expect(draft.get().tables).toEqual([])
  })

  test('clearing a draft drops files that are still being read', async () => {
    const adding = draft.add([file('苹果-15-硅胶-黑-前景图.png')])
    draft.clear()
    await adding
    expect(draft.get()).toMatchObject({ pictures: [], plan: null, busy: null })
  })
})

test('the CSV of failures has a byte order mark for Excel and no cell that is a formula', async () => {
  const blob = failedCsv([{ name: '=1+1.png', error: '错误 "x"' }])
  expect([...new Uint8Array(await blob.arrayBuffer())].slice(0, 3)).toEqual([0xef, 0xbb, 0xbf])
  expect(await blob.text()).toContain(`"名称","错误原因"\r\n"'=1+1.png","错误 ""x"""\r\n`)
})
