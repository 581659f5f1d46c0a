/** Implements the factory port (ports/erp) over signed calls of the factory's program. */
import { type Fields, isFields } from '../../../contract/rules/fields'
import { type Erp, ErpFailure, type ErpProgram, type ErpReceipt } from '../../ports/erp'
import type { ErpClient } from './erp-client'
import { countOf, firstText, millimetresOf, rowsOf } from './replies'

/** Removes rows without a code and duplicate codes; the first row of a code stays. */
function uniqueByCode<T>(rows: readonly T[], codeOf: (row: T) => string): T[] {
  const seen = new Set<string>()
  return rows.filter((row) => {
    const code = codeOf(row)
    if (code === '' || seen.has(code)) return false
    seen.add(code)
    return true
  })
}

const nameOf = (row: Fields, code: string): string =>
  firstText(row, 'name_cn', 'name', 'mobile_model_name', 'name_en', 'title') || code

function receiptOf(data: unknown): ErpReceipt | null {
  const [row] = rowsOf(data)
  const factoryOrderId = row ? firstText(row, 'order_id', 'orderId', 'id', 'order_no') : ''
  return row && factoryOrderId !== '' ? { factoryOrderId, state: firstText(row, 'state', 'order_status', 'statusText') } : null
}

export function createErp(client: ErpClient, program: ErpProgram): Erp {
  return {
    program,
    async factories(key) {
      const rows = rowsOf(await client.read('/factory/list', {}, key))
      const factories = rows.map((row) => {
        const originalId = firstText(row, 'id', 'device_id', 'factory_id')
        return { originalId, name: nameOf(row, originalId) }
      })
      return uniqueByCode(factories, ({ originalId }) => originalId)
    },
    async phoneModels(key, factoryId) {
      const data = await client.read('/stock/list', { factory_id: factoryId }, key)
      // The list is flat, or grouped by brand with the models under each.
      const rows = rowsOf(data).flatMap((row) => (Array.isArray(row.modelList) ? row.modelList.filter(isFields) : [row]))
      const models = rows.map((row) => {
        const code = firstText(row, 'product_id', 'mobile_model_id', 'code', 'id')
        return {
          code,
          name: nameOf(row, code),
          widthMm: millimetresOf(row.width),
          heightMm: millimetresOf(row.height),
          stock: countOf(row.stock),
        }
      })
      return uniqueByCode(models, ({ code }) => code)
    },
    async materials(key, factoryId) {
      const rows = rowsOf(await client.read('/goods/list', { factory_id: factoryId }, key))
      const materials = rows.map((row) => {
        const code = firstText(row, 'code', 'mobile_shell_id', 'id')
        const colors = rowsOf(row.colors ?? row.colorList ?? []).map((color) => {
          const colorCode = firstText(color, 'code', 'id')
          return { originalId: firstText(color, 'id') || colorCode, code: colorCode, name: nameOf(color, colorCode) }
        })
        return {
          originalId: firstText(row, 'id') || code,
          code,
          name: nameOf(row, code),
          colors: uniqueByCode(colors, (color) => color.code),
        }
      })
      return uniqueByCode(materials, ({ originalId }) => originalId)
    },
    async findLine(key, factoryId, outsideId) {
      return receiptOf(await client.read('/order/query', { factory_id: factoryId, third_id: outsideId }, key))
    },
    async createLine(key, factoryId, line) {
      const data = await client.write(
        '/order/create',
        {
          factory_id: factoryId,
          third_id: line.outsideId,
          third_order_no: line.orderOriginalId,
          product_id: line.modelCode,
          mobile_shell_id: line.materialCode,
          color_id: line.colorCode ?? '',
          quantity: String(line.quantity),
          image_url: line.pictureUrl,
        },
        key,
      )
      const receipt = receiptOf(data)
      // The factory accepted the order but returned no number, so the caller must ask whether it was created.
      if (receipt === null) throw new ErpFailure('lost', '工厂没有给出订单号，请稍后再试')
      return receipt
    },
  }
}
