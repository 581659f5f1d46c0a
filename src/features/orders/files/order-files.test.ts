/** Order files as marketplaces and spreadsheets write them are read as the orders that they hold, or refused in words. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lineKindOf } from '../../../../contract/rules/line-kind'
import { gbkBytes, oddHeadings, oddOrderFiles, oddRows } from '../../../../fixtures/odd-files/orders'
import { workbook } from '../../../../fixtures/odd-files/workbook'
import { csvFile } from '../../../base/csv'
import { xlsxFile } from '../../../downloads/xlsx'
import { cellText, type Row } from '../../../tables/cells'
import { readTable } from '../../../tables/read-table'
import { headingRowOf } from '../../../tables/table-kind'
import { createFileDesk } from './file-desk'
import { guessColumns, orderTable, type PresetId, presets, recognise } from './headings'
import { openFile } from './read-file'
import { otherMarketplace, type ReadFile, readOrders, shapesOf } from './read-orders'
import { readState, type StateAnswers } from './states'

function ordersOf(rows: readonly Row[], answers: StateAnswers = {}): ReadFile & { readonly preset: PresetId } {
  const headingRow = headingRowOf(rows, orderTable)
  if (headingRow === null) throw new Error('没有找到表头')
  const headings = rows[headingRow] ?? []
  const preset = recognise(headings)
  return {
    preset: preset.id,
    ...readOrders({ rows, headingRow, preset, columns: guessColumns(headings, preset).columns, answers }),
  }
}
const rowsOf = async (bytes: BlobPart): Promise<readonly Row[]> => [...(await readTable(new Blob([bytes]), orderTable)).rows]
const fromText = async (text: string, answers?: StateAnswers) => ordersOf(await rowsOf(text), answers)
/** Without the numbers of rows, which say where something stands. */
const facts = ({ orders }: Pick<ReadFile, 'orders'>) => orders.map(({ rows: _, ...order }) => order)

const table = [oddHeadings, ...oddRows]
const expected = ordersOf(table)

test('the table of the register holds two orders of Taobao with all that is read of them', () => {
  expect(expected).toMatchObject({ preset: 'taobao-lines', refused: [], askedStates: [] })
  expect(expected.orders[0]).toEqual({
    originalId: '4512345678901234560',
    createdAt: Date.parse('2026-03-01T10:20:30+08:00'),
    sellerMemo: '发顺丰, "加急"',
    rows: [2],
    items: [
      {
        originalId: '4512345678901234561',
        quantity: 2,
        title: '定制手机壳',
        propertiesName: '颜色分类:黑色;适用手机型号:iPhone 15',
        merchantSku: 'K-01',
        state: 'toMake',
        hold: null,
        platformState: '买家已付款，等待卖家发货',
      },
    ],
  })
  expect(expected.orders[1]).toMatchObject({ sellerMemo: null, items: [{ quantity: 1000, merchantSku: null }] })
})

test.each(oddOrderFiles)(
  'of a file with $name, the same orders are read, or it is refused in words',
  async ({ bytes, refused, refusedRow, holds }) => {
    const file = new Blob([bytes as Uint8Array<ArrayBuffer>])
    if (refused) return expect(openFile(createFileDesk(), { name: 'x', path: 'x', blob: file }, 0)).rejects.toThrow(refused)
    const read = ordersOf([...(await readTable(file, orderTable)).rows])
    expect(facts(read)).toEqual(refusedRow && !holds ? [] : facts(holds ? ordersOf(holds) : expected))
    if (!refusedRow) return expect(read.refused).toEqual([])
    expect(read.refused).toHaveLength(holds ? 1 : oddRows.length)
    return expect(read.refused[0]?.reason).toMatch(refusedRow)
  },
)

test('a workbook with several sheets of orders names those that are not read', async () => {
  const { note } = await readTable(new Blob([workbook(table, table) as Uint8Array<ArrayBuffer>]), orderTable)
  expect(note).toBe('这个工作簿有几张表像订单，只读了「Sheet1」；「Sheet2」请另存为单独的文件再导入。')
})

test('a file may hold 100,000 rows besides its headings, and empty lines at its end do not count', async () => {
  const file = (rows: number) => `订单编号,购买数量\r\n${'1,1\r\n'.repeat(rows)}${'\r\n'.repeat(1000)}`
  expect(await rowsOf(file(100_000))).toHaveLength(100_001)
  await expect(rowsOf(file(100_050))).rejects.toThrow('表格超过 100000 行')
})

test('a text that is cut anywhere into pieces is read as if it were whole', async () => {
  const rows = Array.from({ length: 9000 }, (_, at) => [String(at), `定制𠮷"壳",\r\n${'长'.repeat(at % 97)}`])
  const text = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n')
  expect(await rowsOf(text)).toEqual(rows.map((row) => row.map((cell) => cell.replaceAll('\r\n', '\n'))))
})

/** Texts that are not themselves written as a back office hides them. */
const word = fc
  .oneof(
    fc.string({ unit: fc.constantFrom(...'黑白iPhone 15,;"=\n-'), maxLength: 12 }),
    fc.constantFrom('', '发顺丰', 'a\tb', '1,000', '=1+1', '0012'),
  )
  .filter((text) => cellText(text) === text.trim())
test('any texts come back from our own tables, from UTF-8 and GBK, with the tricks of back offices, and from workbooks', async () => {
  const trick = fc.constantFrom<(text: string) => string>(
    (text) => text,
    (text) => `\t${text}`,
    (text) => `${text}\t`,
    (text) => `\u3000${text}`,
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(word, word), { minLength: 1, maxLength: 4 }),
      trick,
      fc.boolean(),
      async (texts, hide, isGbk) => {
        const rows = [
          ['订单编号', '子订单编号', '购买数量', '商品标题', '订单创建时间', '商家备注', '主订单买家留言'],
          ...texts.map(([memo, message], at) => [
            `451234567890123456${at}`,
            `951234567890123456${at}`,
            '1',
            '壳',
            '2026-03-01 10:20:30',
            memo,
            message,
          ]),
        ]
        const plain = facts(ordersOf(rows))
        expect(plain).toHaveLength(texts.length)
        const hidden = rows.map((row, at) => (at === 0 ? row : row.map(hide)))
        const text = hidden.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n')
        expect(facts(ordersOf(await rowsOf(isGbk ? (gbkBytes(text) as Uint8Array<ArrayBuffer>) : text)))).toEqual(plain)
        expect(facts(ordersOf(await rowsOf(csvFile(rows))))).toEqual(plain)
        expect(facts(ordersOf(await rowsOf(await xlsxFile(rows, '订单'))))).toEqual(plain)
        expect(facts(ordersOf(await rowsOf(workbook(rows) as Uint8Array<ArrayBuffer>)))).toEqual(plain)
      },
    ),
    { numRuns: 40 },
  )
})

test('columns in any order make the same orders', () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray(
        oddHeadings.map((_, at) => at),
        { minLength: oddHeadings.length },
      ),
      (places) => {
        const shuffled = table.map((row) => places.map((at) => row[at] ?? ''))
        expect(facts(ordersOf(shuffled))).toEqual(facts(expected))
      },
    ),
  )
})

const heads: Readonly<Record<Exclude<PresetId, 'other'>, string>> = {
  'taobao-lines':
    '子订单编号,主订单编号,标题,价格,购买数量,外部系统编号,商品属性,套餐信息,联系方式备注,订单状态,商家编码,支付单号,买家应付货款,退款状态,订单创建时间,订单付款时间,商品ID,主订单备注,主订单买家留言,发货时间,物流单号',
  'taobao-orders':
    '订单编号,买家会员名,总金额,买家实付金额,订单状态,买家留言,订单创建时间,订单付款时间,宝贝标题,宝贝种类,订单备注,宝贝总数量,店铺Id,店铺名称,商家备忘,应发货时间',
  doudian:
    '主订单编号,子订单编号,选购商品,商品规格,商品数量,商品ID,商家编码,商品单价,订单应付金额,运费,订单提交时间,支付完成时间,买家留言,商家备注,订单状态,售后状态,达人ID,达人昵称',
  pinduoduo:
    '商品,订单号,订单状态,商品总价(元),商家实收金额(元),商品数量(件),发货时间,商品id,商品规格,样式ID,商家编码-规格维度,商家编码-商品维度,商家备注,售后状态,快递单号,订单成交时间,买家留言',
  wechat:
    '订单号,订单下单时间,订单状态,买家备注,商家备注,打标颜色,支付时间,商品名称,商品编码(平台),商品编码(自定义),SKU编码(自定义),商品属性,商品价格(单件),商品数量,定制信息,定制预览图,商品发货,商品售后',
  jd: '订单号,商品ID,商品名称,订购数量,下单时间,京东价,订单金额,结算金额,订单状态,下单帐号,订单备注,商家备注,商家备注等级,货号',
  kuaishou:
    '订单号,订单创建时间,订单支付时间,订单状态,实付款,快递费,成交数量,买家留言,退货退款,商品名称,商品ID,商品规格,商品单价,SKU编码',
  xiaohongshu: '订单号,订单状态,小红书编码,用户应付金额(元),支付时间,承诺发货时间,用户备注,包裹备注标记,包裹备注信息',
  '1688':
    '订单编号,买家公司名,卖家公司名,货品总价(元),订单状态,订单创建时间,订单付款时间,货品标题,单价(元),数量,货号,型号,Offer ID,SKU ID,单品货号,货品种类,买家留言',
}
describe('the columns of marketplaces', () => {
  test.each(Object.entries(heads))('a file of %s is recognised by its headings', (id, head) => {
    expect(recognise(head.split(',')).id).toBe(id)
    expect(headingRowOf([head.split(',')], orderTable)).toBe(0)
  })
  test('every preset has a head above', () => {
    expect(new Set([...Object.keys(heads), 'other'])).toEqual(new Set<string>(presets.map(({ id }) => id)))
  })
  test.each([
    ['taobao-orders', 'sellerMemo', '商家备忘'],
    ['jd', 'buyerMessage', '订单备注'],
    ['pinduoduo', 'merchantSku', '商家编码-规格维度'],
    ['wechat', 'merchantSku', 'SKU编码(自定义)'],
    ['wechat', 'buyerMessage', '买家备注'],
    ['taobao-lines', 'orderNo', '主订单编号'],
    ['taobao-lines', 'sellerMemo', '主订单备注'],
    ['1688', 'productId', 'Offer ID'],
  ] as const)('in a file of %s, %s is the column %s', (id, field, heading) => {
    const headings = heads[id].split(',')
    const column = guessColumns(headings, recognise(headings)).columns[field]
    expect(column === null ? null : headings[column]).toBe(heading)
  })
  test('a heading that stands twice is not chosen, and its field is named', () => {
    const headings = ['订单号', '商品名称', '商品名称', '数量']
    expect(guessColumns(headings, recognise(headings))).toMatchObject({ columns: { title: null }, doubtful: ['title'] })
  })
})

describe('the rows of an order', () => {
  const pdd = (...rows: readonly string[]) =>
    fromText(['订单号,商品,商品规格,商品数量(件),样式ID,订单状态,售后状态,商家备注', ...rows].join('\n'))
  test('an order of Pinduoduo has a choice with names, one line with a number of ours, and the day of its number', async () => {
    const { orders } = await pdd('260301-123456789012345\t,壳,"黑色,iPhone 15",1,77,待发货,无售后或售后取消,\t')
    expect(orders).toMatchObject([
      {
        createdAt: Date.parse('2026-03-01T00:00:00+08:00'),
        sellerMemo: null,
        items: [{ originalId: '260301-123456789012345-1', propertiesName: '规格1:黑色;规格2:iPhone 15', skuOriginalId: '77' }],
      },
    ])
  })
  test('lines without numbers get the same numbers in any order of the rows', async () => {
    const rows = ['x,壳,红,1,2,待发货,,a', 'x,壳,蓝,1,1,待发货,,a', 'x,壳,绿,1,3,待发货,,a'].map((row) =>
      row.replace('x', '260301-123456789012345'),
    )
    const [first] = (await pdd(...rows)).orders
    const [second] = (await pdd(...rows.toReversed())).orders
    expect(second?.items).toEqual(first?.items)
    expect(first?.items.map(({ skuOriginalId }) => skuOriginalId)).toEqual(['1', '2', '3'])
  })
  test('an order is refused whole when one of its rows is, or when two of them contradict', async () => {
    const number = '260301-123456789012345'
    expect((await pdd(`${number},壳,红,1,1,待发货,,a`, `${number},壳,蓝,二,2,待发货,,a`)).orders).toEqual([])
    const { orders, refused } = await pdd(`${number},壳,红,1,1,待发货,,a`, `${number},壳,蓝,1,2,待发货,,b`)
    expect(orders).toEqual([])
    expect(refused.map(({ row, reason }) => [row, reason.includes('卖家备注')])).toEqual([
      [2, true],
      [3, true],
    ])
  })
  test('a row without a number belongs to the order above it, and an empty cell agrees with every text', async () => {
    const number = '260301-123456789012345'
    expect((await pdd(`${number},壳,红,1,1,待发货,,memo`, ',壳,蓝,2,2,待发货,,')).orders).toMatchObject([
      { originalId: number, sellerMemo: 'memo', items: [{ quantity: 1 }, { quantity: 2 }] },
    ])
  })
  test('a word for a state that nobody knows is asked once, and holds the item until it is answered', async () => {
    const number = '260301-123456789012345'
    const text = `订单号,商品,商品数量(件),样式ID,订单状态\n${number},壳,1,1,备货中`
    const asked = await fromText(text)
    expect(asked.askedStates).toEqual(['备货中'])
    expect(asked.orders[0]?.items[0]).toMatchObject({ state: 'held', hold: '平台状态「备货中」还没有指定含义，请先不要生产' })
    expect(await fromText(text, { 备货中: 'toMake' })).toMatchObject({
      askedStates: ['备货中'],
      orders: [{ items: [{ state: 'toMake' }] }],
    })
  })
  test('a file without a column of states says nothing of them', async () => {
    const { orders } = await fromText('订单号,商品,商品数量(件),样式ID\n260301-123456789012345,壳,1,1')
    expect(orders[0]?.items[0]).not.toHaveProperty('state')
  })
  test('where an order is of one choice, a row that stands twice is one line', async () => {
    const row = '260301-123456789012345,壳,红,1,1,待发货,,a'
    expect((await pdd(row, row)).orders).toMatchObject([{ rows: [2, 3], items: [{ quantity: 1 }] }])
  })
  test('a file whose numbers of lines were rounded is refused, also where those of its orders were not', async () => {
    const lines = ['4512345678901230000', '4512345678901240000'].map(
      (line, at) => `45123456789012345${at}7,${line},壳,1,2026-03-01`,
    )
    const { orders, refused } = await fromText(['订单编号,子订单编号,标题,购买数量,订单创建时间', ...lines].join('\n'))
    expect(orders).toEqual([])
    expect(refused.map(({ reason }) => reason.startsWith('子订单号被表格软件'))).toEqual([true, true])
  })
  test('numbers of another marketplace are noticed', () => {
    expect(shapesOf('260301-123456789012345')).toEqual(['拼多多'])
    expect(shapesOf('123')).toEqual([])
    expect(otherMarketplace({ 拼多多: 2 }, 3, 'DOUDIAN')).toBe('拼多多')
    expect(otherMarketplace({ 拼多多: 2 }, 3, 'PINDUODUO')).toBeNull()
    expect(otherMarketplace({ 拼多多: 1 }, 3, 'DOUDIAN')).toBeNull()
  })
})

test.each([
  ['taobao-lines', '买家已付款，等待卖家发货', '没有申请退款', 'toMake'],
  ['taobao-lines', '买家已付款,等待卖家发货', 'null', 'refundAsked'],
  ['taobao-lines', '卖家已发货，等待买家确认', '买家已经申请退款', 'shippedRefund'],
  ['taobao-lines', '交易关闭', '退款成功', 'closed'],
  ['pinduoduo', '未发货，退款成功', '退款成功', 'refunded'],
  ['pinduoduo', '待发货', '无售后或售后取消', 'toMake'],
  ['doudian', '待发货', '退款成功', 'refunded'],
  ['wechat', '待发货', '', 'toMake'],
] as const)('of %s, %s with the refund %s is %s', (preset, state, afterSale, item) => {
  expect(readState(preset, { state, afterSale, underReview: null }, {})).toMatchObject({ state: { state: item }, asked: null })
})

describe('what else a file says of an order', () => {
  const wechat = (cells: string, headings = '打标颜色,定制预览图,是否赠品') =>
    fromText(
      `订单号,订单下单时间,订单状态,商品名称,商品数量,商品售后,${headings}\n3701234567890123456,2026-03-01 10:00:00,待发货,壳,1,,${cells}`,
    )
  const first = async (cells: string, headings?: string) => (await wechat(cells, headings)).orders[0]

  test('the colour of the seller’s mark is the order’s flag, and words that are no colour stay its text', async () => {
    expect(await first('红色,,')).toMatchObject({ flag: 'red', flagText: null })
    expect(await first('加急单,,')).toMatchObject({ flag: null, flagText: '加急单' })
    expect(await first(',,')).toMatchObject({ flag: null, flagText: null })
    expect(await first('x', '别的列')).not.toHaveProperty('flag')
  })

  test('the picture of what the buyer customized is the design of its line, over https', async () => {
    const content = async (cell: string) => (await first(`,${cell},`))?.items[0]?.customizationInfo?.content
    const url = 'https://mmecimage.cn/p/wx1/abc'
    const made = JSON.stringify({ v: 1, phoneCaseCustomizationInfos: [{ customizedImageUrl: url, previewImageUrl: url }] })
    expect(await content('http://mmecimage.cn/p/wx1/abc')).toBe(made)
    expect(await content('"预览图：//mmecimage.cn/p/wx1/abc, https://mmecimage.cn/p/wx1/def"')).toBe(made)
    expect(await content('无')).toBeUndefined()
  })

  test('a line that is given with another is called a gift, and has no design', async () => {
    const item = (await first(',https://mmecimage.cn/p/wx1/abc,是'))?.items[0]
    expect(item).toMatchObject({ title: '【赠品】壳' })
    expect(item).not.toHaveProperty('customizationInfo')
    expect(lineKindOf({ title: item?.title ?? '', propertiesName: '' })).toBe('gift')
    expect((await first(',,否'))?.items[0]?.title).toBe('壳')
  })

  test('the marketplace’s own words for the state stand beside ours, with those of a refund', async () => {
    expect((await first(',,'))?.items[0]).toMatchObject({ state: 'toMake', platformState: '待发货' })
    const asked = await fromText(
      '订单号,订单下单时间,订单状态,商品名称,商品数量,商品售后,打标颜色\n3701234567890123456,2026-03-01,待发货,壳,1,用户申请退款,',
    )
    expect(asked.orders[0]?.items[0]).toMatchObject({ state: 'refundAsked', platformState: '待发货，用户申请退款' })
  })
})

test('rows of one order may lie apart, and one that is refused refuses the others wherever it stands', () => {
  const rows = [
    ['订单编号', '子订单编号', '标题', '购买数量', '订单创建时间'],
    ['1001', '1', '壳', '1', '2026-03-01 10:00:00'],
    ['1002', '2', '壳', '1', '2026-03-01 10:00:00'],
    ['1001', '3', '壳', '2', '2026-03-01 10:00:00'],
    ['1002', '4', '壳', '一', '2026-03-01 10:00:00'],
    ['1003', '5', '壳', '1', '2026-03-01 10:00:00'],
  ]
  const { orders, refused } = ordersOf(rows)
  expect(orders.map(({ originalId, rows: at }) => [originalId, at])).toEqual([
    ['1001', [2, 4]],
    ['1003', [6]],
  ])
  expect(refused.map(({ row, orderNo }) => [row, orderNo])).toEqual([
    [3, '1002'],
    [5, '1002'],
  ])
})
