import { Button } from '@arco-design/web-react'
import { maxKeptImportRows } from '../../../../contract/constants'
import { shopLabel } from '../../../../contract/rules/shop-types'
import type { OrderFileImport, Shop } from '../../../../contract/types'
import { useApi, usePlatform } from '../../../api/services'
import { beijingMinute } from '../../../base/beijing-time'
import { csvFile } from '../../../base/csv'
import { useOneAtATime } from '../../../ui/use-one-at-a-time'
import { StatusTag } from '../status-tag'
import { doneOf, wasFinishedLater } from './import-record'
import { outcomeNames } from './plan-book'
import { resultTable } from './result-table'
import { saveRows } from './save-rows'

interface ImportHistoryProps {
  readonly imports: readonly OrderFileImport[]
  readonly shops: readonly Shop[]
}

const counts = [
  ['created', 'new', 'good'],
  ['updated', 'changed', 'accent'],
  ['unchanged', 'same', 'plain'],
  ['skipped', 'skipped', 'plain'],
  ['refused', 'refused', 'bad'],
] as const

/** 导入记录: the latest imports with what became of their orders, and what they left out as a table. */
export function ImportHistory({ imports, shops }: ImportHistoryProps) {
  const api = useApi()
  const platform = usePlatform()
  const save = useOneAtATime((one: OrderFileImport) =>
    saveRows(platform, `没有导入的行 ${beijingMinute(one.createdAt).replaceAll(':', '-')}`, async () => {
      const rows = await api.orderFileImports.rows({ params: { id: one.id } }, { quiet: true })
      return csvFile(resultTable(rows.map((row) => ({ ...row, result: outcomeNames[row.outcome] }))))
    }),
  )
  if (imports.length === 0) return null
  return (
    <section className="order-imports" aria-label="导入记录">
      <h3 className="order-imports-title">导入记录</h3>
      <ul className="order-imports-list">
        {imports.map((one) => {
          const shop = shops.find(({ id }) => id === one.shopId)
          const left = one.skipped + one.refused
          return (
            <li key={one.id} className="order-imports-row">
              <time className="numeric" dateTime={new Date(one.createdAt).toISOString()}>
                {beijingMinute(one.createdAt)}
              </time>
              <span className="order-imports-name">{one.files.map(({ name }) => name).join('、')}</span>
              <span className="orders-label">{shop === undefined ? '' : shopLabel(shop)}</span>
              {one.endedAt === null && !wasFinishedLater(one, imports) && (
                <StatusTag tone="warn" title="把同一个文件再放进来，会把没有导入的补上，已经导入的不会重复">
                  还没有导入完 {doneOf(one)}/{one.orders}
                </StatusTag>
              )}
              {counts.map(
                ([name, outcome, tone]) =>
                  one[name] > 0 && (
                    <StatusTag key={name} tone={tone}>
                      {outcomeNames[outcome]} {one[name]}
                    </StatusTag>
                  ),
              )}
              {left > 0 && (
                <Button
                  size="mini"
                  title={left > maxKeptImportRows ? `只保留了前 ${maxKeptImportRows} 行，先是拒绝的` : '行号、订单号和原因'}
                  onClick={() => save(one)}
                >
                  保存没有导入的行
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <p className="orders-hint">导入记录保留 30 天。没有导入完的，把同一个文件再放进来就接着导入，不会重复。</p>
    </section>
  )
}
