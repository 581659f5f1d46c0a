/** Writes a table of order lines as Taobao exports them (宝贝报表) into a folder, as orders.csv and orders.xlsx. argv: folder, rows. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync, zipSync } from 'fflate'
import { csvFile } from '../../src/base/csv'
import { xlsxFile } from '../../src/downloads/xlsx'

const headings =
  '子订单编号,主订单编号,标题,价格,购买数量,外部系统编号,商品属性,套餐信息,备注,订单状态,商家编码,支付单号,买家应付货款,买家实付货款,退款状态,退款金额,订单创建时间,订单付款时间,主订单备注,主订单买家留言,发货时间,物流单号,物流公司'
const phones = ['iPhone 15 Pro Max', 'iPhone 15', '华为 Mate 60 Pro', '小米 14 Ultra', 'OPPO Find X7']
const day = Date.parse('2026-03-01T00:00:00Z')
const shown = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')

/** One order in nine has two lines. */
function line(at: number): string[] {
  const order = String(4_512_345_678_900_000_000n + BigInt(at - (at % 10 === 9 ? 1 : 0)))
  const created = day + at * 1000 - (at % 10 === 9 ? 1000 : 0)
  return [
    String(4_612_345_678_900_000_000n + BigInt(at)),
    order,
    '来图定制手机壳情侣姓名照片定做全包防摔磨砂硅胶软壳',
    '39.90',
    String(1 + (at % 3)),
    'null',
    `颜色分类:磨砂黑;适用手机型号:${phones[at % phones.length]}`,
    'null',
    'null',
    '买家已付款，等待卖家发货',
    `K-${at % 500}`,
    `20260301220011${at}`,
    '39.90',
    '39.90',
    '没有申请退款',
    '0',
    shown(created),
    shown(created + 30_000),
    at % 7 === 0 ? '发顺丰，字要大一点' : '',
    at % 5 === 0 ? `照片和文字已经发给客服，名字是「小明${at}」，谢谢` : '',
    '',
    '',
    '',
  ]
}

const [folder = '', rows = '0'] = process.argv.slice(2)
const table = [headings.split(','), ...Array.from({ length: Number(rows) }, (_, at) => line(at))]
const write = async (name: string, blob: Blob) => writeFileSync(join(folder, name), new Uint8Array(await blob.arrayBuffer()))
await write('orders.csv', csvFile(table))
// Our own workbooks are not compressed; those of marketplaces are, and a file may have 50 MB.
const workbook = new Uint8Array(await (await xlsxFile(table, '订单')).arrayBuffer())
writeFileSync(join(folder, 'orders.xlsx'), zipSync(unzipSync(workbook), { level: 6 }))
