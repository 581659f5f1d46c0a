/** Schemas of saved views of the order list: a user's filters, rows and columns under a name. */
import { z } from 'zod'
import { textLimits } from '../rules/limits'
import { maxOrderViews, orderDensities } from '../rules/order-layout'
import { nameText } from './common'

const columnKey = z.string().min(1).max(40)
const orderView = z.object({
  /** Made by the plugin; names the view in addresses. */
  id: z.string().regex(/^[\w-]{1,36}$/),
  name: nameText('请填写视图名称', { max: textLimits.orderView }),
  /** Tab, filters and page size as the query of the list's address, such as `pushed=false&shopId=2`. */
  query: z.string().max(1000),
  layout: z.object({
    density: z.enum(orderDensities),
    choices: z.record(columnKey, z.boolean()),
    order: z.array(columnKey).max(100),
  }),
})
export const orderViews = z.object({
  /** Counts the changes; 0 before the first one. */
  revision: z.number().int().min(0),
  views: z.array(orderView).max(maxOrderViews),
})
