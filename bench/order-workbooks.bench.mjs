/** A workbook of 100,000 order lines of Taobao through 导入订单 of the built product in Chromium, up to its plan. Run `npm run build` before. */
import { measureTable } from './order-files/planned.mjs'

export const measure = (print) => measureTable(print, 'order-workbooks', 'xlsx')
