import { Checkbox, Tag } from '@arco-design/web-react'
import { Unfold } from '../../../ui/unfold'
import { rowName } from '../sku-rows'
import { isOffered, modelsFor, type WordsDraft } from './draft'
import type { Proposals, ReadSku, Refusal } from './proposals'

interface SkuListProps {
  readonly proposals: Proposals
  readonly draft: WordsDraft
  readonly onChange: (draft: WordsDraft) => void
}

/** SKUs that are drawn; the others are set up, too. */
const maxDrawn = 200

/** Each SKU with what it gets, and those that are left out, with the reason. */
export function SkuList({ proposals, draft, onChange }: SkuListProps) {
  const offered = proposals.skus.filter(isOffered)
  const on = offered.filter(({ row }) => !draft.offRows.has(row.id)).length
  const tick = (ids: readonly number[], isOn: boolean) => {
    const offRows = new Set(draft.offRows)
    for (const id of ids) {
      if (isOn) offRows.delete(id)
      else offRows.add(id)
    }
    onChange({ ...draft, offRows })
  }
  return (
    <>
      {offered.length > 0 && (
        <section className="words-part" aria-label="规格">
          <h2>
            <Checkbox
              checked={on === offered.length}
              indeterminate={on > 0 && on < offered.length}
              onChange={() =>
                tick(
                  offered.map(({ row }) => row.id),
                  on < offered.length,
                )
              }
            >
              规格
            </Checkbox>
            <span className="words-count numeric" role="status">
              已选 {on} 个，共 {offered.length} 个
            </span>
          </h2>
          <ul className="words-skus">
            {offered.slice(0, maxDrawn).map((sku) => (
              <Line key={sku.row.id} sku={sku} proposals={proposals} draft={draft} onTick={(isOn) => tick([sku.row.id], isOn)} />
            ))}
          </ul>
          {offered.length > maxDrawn && (
            <p className="words-hint numeric">还有 {offered.length - maxDrawn} 个没有显示，按上面的型号、材质和颜色一样配置</p>
          )}
        </section>
      )}
      <LeftOut skus={proposals.skus} refusal="unknown" title="个规格没有读懂型号，不会配置" />
      <LeftOut skus={proposals.skus} refusal="no-case" title="个不是手机壳，不会配置" />
      <LeftOut skus={proposals.skus} refusal="configured" title="个已有配置，不会改" />
    </>
  )
}

interface LineProps {
  readonly sku: ReadSku
  readonly proposals: Proposals
  readonly draft: WordsDraft
  readonly onTick: (isOn: boolean) => void
}

function Line({ sku, proposals, draft, onTick }: LineProps) {
  const models = modelsFor(sku, proposals, draft)
  const choice = sku.caseKey === null ? null : draft.cases.get(sku.caseKey)
  const parts = [choice?.material?.name ?? '不限材质', choice?.material ? choice.color?.name : null].filter(Boolean)
  const isOff = models.length === 0
  return (
    <li>
      <Checkbox checked={!isOff && !draft.offRows.has(sku.row.id)} disabled={isOff} onChange={onTick}>
        <span className="words-text" title={rowName(sku.row)}>
          {sku.text}
        </span>
      </Checkbox>
      <span className="words-gets">
        {isOff ? '型号没有勾选' : [models.map(({ name }) => name).join('、'), ...parts].join(' · ')}
        {sku.unread.length > 0 && (
          <Tag size="small" title={`没有看懂：${sku.unread.join('、')}`}>
            没看懂：{sku.unread.join('、')}
          </Tag>
        )}
      </span>
    </li>
  )
}

interface LeftOutProps {
  readonly skus: readonly ReadSku[]
  readonly refusal: Refusal
  readonly title: string
}

/** SKUs that are left out for one reason, by name. */
function LeftOut({ skus, refusal, title }: LeftOutProps) {
  const rows = skus.filter((sku) => sku.refusal === refusal)
  if (rows.length === 0) return null
  return (
    <Unfold className="words-left" summary={<span className="numeric">{`${rows.length} ${title}`}</span>}>
      <ul className="products-names">
        {rows.slice(0, maxDrawn).map(({ row, text, reason }) => (
          <li key={row.id} title={rowName(row)}>
            {text}
            {reason !== null && <span className="words-count">（{reason}）</span>}
          </li>
        ))}
        {rows.length > maxDrawn && <li className="numeric">还有 {rows.length - maxDrawn} 个</li>}
      </ul>
    </Unfold>
  )
}
