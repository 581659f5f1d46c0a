/** Name lists as customers send them are read as the people they name; what is doubtful is asked and not guessed. */
import { expect, test } from 'vitest'
import { bookOfTwoClasses, bookWithHiddenRow, oddNameLists, oddPeople } from '../../../../fixtures/odd-files/names'
import { readTable } from '../../../tables/read-table'
import { createPhoneMatch, matchColor, namesPhone } from './case-match'
import { planOrders } from './name-orders'
import {
  caseOf,
  doubtsOf,
  drawnRow,
  duplicatesOf,
  type ListRow,
  type ListSettings,
  quantityOf,
  rowsOf,
  titleOf,
} from './name-rows'
import { columnNames, guessColumns, type ListTable, nameTable, readList, textField } from './name-table'

const layers = [
  { uuid: 'name', name: '名字', text: '小满' },
  { uuid: 'number', name: '号码', text: '10' },
]
const models = [
  { id: 1, brand: '苹果', name: 'iPhone 15' },
  { id: 2, brand: '苹果', name: 'iPhone 15 Pro Max' },
  { id: 3, brand: '华为', name: 'Mate 60 Pro' },
]
const colors = [
  { id: 11, material: '硅胶', name: '黑色' },
  { id: 12, material: '磨砂', name: '黑色' },
  { id: 13, material: '磨砂', name: '透明' },
]
const settings: ListSettings = {
  phoneModelId: 1,
  materialColorId: 11,
  phonesOf: createPhoneMatch(models),
  colorsOf: (text) => matchColor(colors, text, 11),
}

async function readBytes(bytes: Uint8Array, sheet?: string) {
  const read = await readTable(new Blob([bytes as Uint8Array<ArrayBuffer>]), nameTable, sheet)
  return { ...read, table: readList(read.rows, read.hidden) }
}
const readRows = (table: ListTable) => {
  const guessed = guessColumns(table, layers, namesPhone)
  return { ...guessed, rows: rowsOf(table, guessed.columns, layers) }
}
const fromText = async (text: string) => readRows((await readBytes(new TextEncoder().encode(text))).table)

const rowOf = (change: Partial<ListRow> = {}): ListRow => ({
  ...{
    key: 'row-2',
    line: 2,
    texts: { name: '小满', number: '7' },
    phone: '',
    color: '',
    phoneModelId: null,
    materialColorId: null,
  },
  ...{ quantity: '1', recipient: '', note: '', changes: [], isHidden: false, isLeftOut: false, isChecked: false },
  ...change,
})
const doubtTexts = (row: ListRow, others: readonly ListRow[] = []) =>
  doubtsOf(row, { settings, layers, duplicates: duplicatesOf([row, ...others], settings), checked: undefined }).map(
    ({ kind, text }) => `${kind}: ${text}`,
  )

test.each(oddNameLists)(
  'a name list with $name is read as its people, or refused in words',
  async ({ bytes, refused, holds }) => {
    const reading = readBytes(bytes).then(({ table }) => readRows(table))
    if (refused) return expect(reading).rejects.toThrow(refused)
    const { rows, asked } = await reading
    expect(asked).toEqual([])
    expect(rows.map(({ texts }) => [texts.name, texts.number])).toEqual(holds ?? oddPeople)
  },
)

test('a row that the workbook hides is marked, and letters of full width say what became of them', async () => {
  const { table } = await readBytes(bookWithHiddenRow())
  expect(readRows(table).rows.map(({ line, isHidden }) => [line, isHidden])).toEqual([
    [2, false],
    [3, true],
    [4, false],
  ])
  const { rows } = await fromText('姓名,号码\n小满,１２')
  expect(rows[0]?.changes).toEqual(['全角「１２」改成了半角「12」'])
})

test('of a workbook with two classes one sheet is read, and another one on request', async () => {
  const first = await readBytes(bookOfTwoClasses())
  expect([first.sheet, first.sheets]).toEqual(['Sheet1', ['Sheet1', 'Sheet2']])
  const second = await readBytes(bookOfTwoClasses(), 'Sheet2')
  expect(readRows(second.table).rows.map(({ texts }) => texts.name)).toEqual(['赵小云', '钱多多', '孙晓', '周舟'])
})

test('a list without headings is known by what stands in it, and a single column is the only text', async () => {
  const { columns, rows } = await fromText('王小明\t7\tiPhone15ProMax\n李雷\t8\t苹果15\n韩梅\t9\tmate60pro')
  expect(columns).toEqual({ phone: 2, [textField('number')]: 1, [textField('name')]: 0 })
  expect(rows.map((row) => caseOf(row, settings).phoneModelId)).toEqual([2, 1, 3])
  const { table } = await readBytes(new TextEncoder().encode('王小明\n李雷\n小红'))
  expect(columnNames(table)).toEqual(['第 1 列'])
  expect(guessColumns(table, layers.slice(0, 1), namesPhone)).toEqual({ columns: { [textField('name')]: 0 }, asked: [] })
})

test('a text that two columns could be, or none, is asked', async () => {
  const twice = await fromText('姓名,印字,号码\n王小明,小明,7')
  expect([twice.columns, twice.asked]).toEqual([{ [textField('number')]: 2 }, [textField('name')]])
  const none = await fromText('班级,学号\n三班,20230001')
  expect(none.asked).toEqual([textField('name'), textField('number')])
})

test('of several texts the one that is called a name is the column of names, and the others are asked', async () => {
  const { table } = await readBytes(new TextEncoder().encode('姓名\t手机型号\n小雨\t小米14'))
  const texts = [
    { uuid: 'date', name: '日期', text: '2026.05.20' },
    { uuid: 'name', name: '名字', text: '小满' },
  ]
  expect(guessColumns(table, texts, namesPhone)).toEqual({
    columns: { phone: 1, [textField('name')]: 0 },
    asked: [textField('date')],
  })
})

test('a phone that the catalogue has is found in the words of a list, and one that may be two is not chosen', () => {
  const found = (text: string) => settings.phonesOf(text).map(({ id }) => id)
  expect(found('iphone 15')).toEqual([1])
  expect(found('苹果15promax')).toEqual([2])
  expect(found('华为mate60pro')).toEqual([3])
  expect(found('小米 14')).toEqual([])
  expect(found('iPhone 15 / 15 Pro Max')).toEqual([1, 2])
})

test('a colour is that of the usual material, and one of several materials is not chosen', () => {
  const found = (text: string, usual: number | null = 11) => matchColor(colors, text, usual).map(({ id }) => id)
  expect(found('黑')).toEqual([11])
  expect(found('黑色', null)).toEqual([11, 12])
  expect(found('磨砂黑色')).toEqual([12])
  expect(found('透明')).toEqual([13])
  expect(found('绿色')).toEqual([])
})

test.each<[string, Partial<ListRow>, readonly string[]]>([
  ['nothing', {}, []],
  ['no text', { texts: { name: '', number: '' } }, ['stop: 这一行没有文字']],
  ['an empty number', { texts: { name: '小满', number: '' } }, ['look: 「号码」是空的，印出来没有这一层']],
  ['51 letters', { texts: { name: '长'.repeat(51), number: '7' } }, ['stop: 「名字」有 51 个字，最多 50 个']],
  ['a phone that is not sold', { phone: '小米 14' }, ['stop: 没有找到型号「小米 14」，请选择']],
  [
    'two phones',
    { phone: 'iPhone 15 / 15 Pro Max' },
    ['stop: 「iPhone 15 / 15 Pro Max」可能是「iPhone 15」、「iPhone 15 Pro Max」，请选择'],
  ],
  ['a phone that the seller chose', { phone: '小米 14', phoneModelId: 3 }, []],
  ['no colour of this name', { color: '绿色' }, ['stop: 没有找到材质和颜色「绿色」，请选择']],
  ['half a piece', { quantity: '0.5' }, ['stop: 数量「0.5」不是 1 到 10000 的整数']],
  ['a hidden row', { isHidden: true }, ['look: 这一行在表格里是隐藏的（可能被筛选掉了）']],
  ['a name from right to left', { texts: { name: 'أحمد', number: '7' } }, ['look: 「أحمد」从右往左写，请看图确认顺序']],
  ['a row that is left out', { isLeftOut: true, texts: {} }, []],
])('of a row with %s is said what is doubtful', (_, change, doubts) => {
  expect(doubtTexts(rowOf(change))).toEqual(doubts)
})

test('two rows that say the same are asked about, unless one is left out, has another case or another recipient', () => {
  const [first, second] = [rowOf(), rowOf({ key: 'row-5', line: 5 })]
  expect(doubtTexts(first, [second])).toEqual(['look: 和第 5 行一样：是两个人，还是写了两次？'])
  for (const change of [{ isLeftOut: true }, { phoneModelId: 3 }, { recipient: '李老师' }])
    expect(doubtTexts(first, [{ ...second, ...change }])).toEqual([])
})

test('missing characters stop a row, and letters that get small or are cut have to be looked at', () => {
  const checked = {
    hasSize: false,
    texts: [
      { uuid: 'name', missing: ['😀'], scale: 1, isCut: false },
      { uuid: 'number', missing: [], scale: 0.4, isCut: true },
    ],
  }
  const doubts = doubtsOf(rowOf(), { settings, layers, duplicates: new Map(), checked })
  expect(doubts.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    'look: 这个型号和颜色没有带尺寸的线框图，会按模板的像素打印',
    'stop: 「名字」的字体没有「😀」',
    'look: 「号码」太长，字缩小到模板的 40%',
    'look: 「号码」超出了打印区域',
  ])
})

test('a row is drawn with its texts and its case, and has its texts and note in the title of its line', () => {
  expect(drawnRow(rowOf({ phone: 'iPhone 15 Pro Max' }), settings)).toEqual({
    phoneModelId: 2,
    materialColorId: 11,
    texts: [
      { uuid: 'name', text: '小满' },
      { uuid: 'number', text: '7' },
    ],
  })
  expect(drawnRow(rowOf({ phone: '小米 14' }), settings)).toBeNull()
  expect(titleOf(rowOf({ note: '送礼' }))).toBe('小满 7（送礼）')
  expect(['1', '２件', '10000', '0', '', '1.5', '-1'].map((quantity) => quantityOf({ quantity }))).toEqual([
    ...[1, 2, 10_000],
    ...[null, null, null, null],
  ])
})

test('a list becomes one order, an order for each recipient, or several where it is longer than an order may be', () => {
  const made = (count: number, recipientOf: (at: number) => string = () => '') =>
    Array.from({ length: count }, (_, at) => {
      const row = rowOf({ key: `row-${at}`, recipient: recipientOf(at), quantity: '2' })
      return { row, drawn: drawnRow(row, settings) ?? { phoneModelId: 0, materialColorId: 0, texts: [] } }
    })
  const plan = { shopId: 5, name: '三班', mode: 'one' as const }
  const [order, ...others] = planOrders(made(3), plan)
  expect(others).toEqual([])
  expect(order?.body).toMatchObject({ shopId: 5, originalId: null, sellerMemo: '名单：三班' })
  expect(order?.body.lines[0]).toEqual({
    title: '小满 7',
    phoneModelId: 1,
    materialColorId: 11,
    quantity: 2,
    design: { kind: 'later' },
  })
  const long = planOrders(made(250), plan)
  expect(long.map(({ rows }) => rows.length)).toEqual([100, 100, 50])
  expect(long[1]?.body.sellerMemo).toBe('名单：三班（第 2 单，共 3 单）')
  const shared = planOrders(
    made(4, (at) => (at % 2 === 0 ? '王老师' : '李老师')),
    { ...plan, mode: 'recipients' },
  )
  expect(shared.map(({ body }) => body.sellerMemo)).toEqual(['名单：三班\n收件人：王老师', '名单：三班\n收件人：李老师'])
  expect(planOrders(made(1), { ...plan, mode: 'prints' })[0]?.body.sellerMemo).toBe('名单：三班\n只要打印文件')
})
