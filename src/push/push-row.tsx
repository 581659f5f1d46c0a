import { Checkbox, Spin } from '@arco-design/web-react'
import { memo, useState } from 'react'
import { caseNameOf } from '../../contract/rules/case-names'
import { undecidedText } from '../../contract/rules/pieces'
import type { PushCheck } from '../../contract/types'
import { useDecidePieces } from '../api/decide-pieces'
import { thumbnailUrl } from '../api/file-url'
import { CopyButton } from '../ui/copy-button'
import { SelectBox } from '../ui/select-box'
import { SplitField } from '../ui/split-field'
import type { PushRow as Row } from './push-run'
import { hasProblems, needsConfirmation, wasPushedBefore } from './push-texts'
import { SentLines } from './sent-lines'

/** Maximum number of pictures and messages shown per order; the order's own page shows all. */
const maxPictures = 3
const maxNotes = 4

type Undecided = PushCheck['undecided'][number]

interface RowStatus {
  readonly tone: 'plain' | 'accent' | 'good' | 'warn' | 'bad'
  readonly text: string
}

function statusOf(row: Row): RowStatus {
  const { push, check } = row
  if (push.kind === 'pushed') return { tone: 'good', text: '推送成功' }
  if (push.kind === 'failed') return { tone: 'bad', text: '推送失败' }
  if (push.kind === 'pushing') return { tone: 'accent', text: '推送中' }
  if (check.kind === 'waiting') return { tone: 'plain', text: '待检查' }
  if (check.kind === 'checking') return { tone: 'plain', text: '检查中' }
  if (check.kind === 'failed') return { tone: 'warn', text: '没有检查成功' }
  if (hasProblems(row)) return { tone: 'bad', text: row.chosen ? '有问题，仍要推送' : '有问题，不推送' }
  if (needsConfirmation(row)) return { tone: 'warn', text: '等您确认' }
  if (wasPushedBefore(row)) return { tone: 'good', text: '之前已推送' }
  if (check.found.lines === 0) return { tone: 'warn', text: '没有定制' }
  return { tone: 'accent', text: row.chosen ? '可以推送' : '不推送' }
}

/** Shows a message that several cases of one order have only once. */
function Notes({ texts, tone }: { readonly texts: readonly string[]; readonly tone: 'bad' | 'warn' | 'plain' }) {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  const lines = [...counts]
  return (
    <>
      {lines.slice(0, maxNotes).map(([text, count]) => (
        <p key={text} className={`push-note is-${tone}`}>
          {text}
          {count > 1 && `（${count} 处）`}
        </p>
      ))}
      {lines.length > maxNotes && <p className={`push-note is-${tone}`}>还有 {lines.length - maxNotes} 条</p>}
    </>
  )
}

const pictureUrl = (url: string | null): string | null => (url === null ? null : thumbnailUrl(url, 100))

function Picture({ url, px = 100 }: { readonly url: string; readonly px?: 100 | 200 }) {
  const [broken, setBroken] = useState(false)
  return (
    <span className="push-picture picture-box">
      {!broken && <img src={thumbnailUrl(url, px)} alt="" loading="lazy" decoding="async" onError={() => setBroken(true)} />}
    </span>
  )
}

interface RowDetailsProps {
  readonly row: Row
  readonly disabled: boolean
  readonly onConfirm: (customizationId: number, confirmed: boolean) => void
  /** Problems that are shown above all orders. */
  readonly common: readonly string[]
  /** Called when the check is outdated. */
  readonly onDecided: () => void
}

const stateCodes: ReadonlySet<unknown> = new Set(['shipped', 'stateAsks', 'changed', 'unplacedCode', 'emptyItem'])

/** Returns the label by which the seller confirms a case: about its picture, unless only its model or its order is in doubt. */
function confirmText(codes: ReadonlySet<string | null>): string {
  const others = [...codes].filter((code) => !stateCodes.has(code))
  if (others.length === 0) return '已经核对，仍要生产'
  return others.every((code) => code === 'otherPhone') ? '型号没有错，仍要印刷' : '我看过这张图，仍要印刷'
}

/** Lists the cases that need the seller's confirmation, each with its picture and its findings. */
function Confirmations({
  asks,
  row,
  disabled,
  onConfirm,
}: Pick<RowDetailsProps, 'row' | 'disabled' | 'onConfirm'> & Pick<PushCheck, 'asks'>) {
  const ids = [...new Set(asks.map(({ customizationId }) => customizationId))]
  return ids.map((id) => {
    const asksOfDesign = asks.filter(({ customizationId }) => customizationId === id)
    const url = asksOfDesign[0]?.imageUrl ?? null
    const codes = new Set(asksOfDesign.map(({ code }) => code))
    return (
      <div key={id} className="push-ask">
        {url !== null && <Picture url={url} px={200} />}
        <div>
          {asksOfDesign.map(({ message }) => (
            <p key={message} className="push-note is-warn">
              {message}
            </p>
          ))}
          <Checkbox checked={row.confirmed.includes(id)} disabled={disabled} onChange={(confirmed) => onConfirm(id, confirmed)}>
            {confirmText(codes)}
          </Checkbox>
        </div>
      </div>
    )
  })
}

/** Asks for the pieces of each design of an item whose split is undecided; the order cannot be pushed before it is saved. */
function Pieces({
  undecided,
  disabled,
  onDecided,
}: Pick<RowDetailsProps, 'disabled' | 'onDecided'> & { readonly undecided: Undecided }) {
  const { orderId, item } = undecided
  const save = useDecidePieces(orderId, item.id, onDecided)
  return (
    <SplitField
      legend={`${undecidedText}：买了 ${item.quantity} 件，每个定制做几件？`}
      unit="件"
      total={item.quantity}
      lines={item.customizations.map((one, index) => ({
        id: one.id,
        name: `定制 ${index + 1}：${caseNameOf(one)}`,
        imageUrl: pictureUrl(one.previewImageUrl ?? one.customizedImageUrl),
      }))}
      value={null}
      saveText="保存件数"
      isSaving={save.isPending}
      error={save.error}
      disabled={disabled}
      onSave={(pieces) => save.mutate(pieces)}
    />
  )
}

/** The customizations of an order; an order of another program may not name them. */
const idsOf = ({ order }: Row): readonly number[] =>
  order.orderItems.flatMap((item) => item.phoneCaseCustomizationInfos.flatMap(({ id }) => id ?? []))

/** Lists the push lines that keep an order's cases from being pushed: they are at a factory, or may be. The seller settles them here. */
function SentOfOrder({ row, onSettled }: { readonly row: Row; readonly onSettled: () => void }) {
  const { check } = row
  if (check.kind !== 'known') return null
  // Problems of a case that are no finding of the preflight are about its bindings or about another factory.
  const isAskedFor =
    check.found.pushed > 0 || check.found.problems.some((one) => one.customizationId !== null && one.code === null)
  return isAskedFor ? <SentLines customizationIds={idsOf(row)} nameOf={() => '推送记录'} onlyOpen onSettled={onSettled} /> : null
}

function RowDetails({ row, disabled, common, onConfirm, onDecided }: RowDetailsProps) {
  const { check, push } = row
  if (push.kind === 'pushed') {
    const { status, factoryName, factoryOrderIds, message, leftOut } = push.reply
    return (
      <>
        {factoryOrderIds.length > 0 && (
          <p className="push-note numeric">
            {factoryName} 单号 {factoryOrderIds.join('、')}
            <CopyButton text={factoryOrderIds.join('\n')} label="复制工厂单号" />
          </p>
        )}
        {(status === 'already' || factoryOrderIds.length === 0) && <Notes texts={[message]} tone="plain" />}
        {status === 'pushed' && <Notes texts={leftOut ?? []} tone="warn" />}
      </>
    )
  }
  if (push.kind === 'failed') {
    return (
      <>
        <p className="push-note is-bad">{push.text}</p>
        <SentLines customizationIds={idsOf(row)} nameOf={() => '推送记录'} onlyOpen saidAbove={push.text} onSettled={onDecided} />
        {push.isUnsure && <p className="push-note is-plain">还不知道工厂是否收到，重试会先查询，不会重复下单。</p>}
      </>
    )
  }
  if (check.kind === 'failed') return <Notes texts={[check.text]} tone="warn" />
  if (check.kind !== 'known') return null
  const { problems, asks, warnings, undecided, pushed, lines } = check.found
  const notCommon = problems.filter(({ code, message }) => code !== 'undecidedPieces' && !common.includes(message))
  return (
    <>
      <Notes texts={notCommon.map(({ message }) => message)} tone="bad" />
      {undecided.map((one) => (
        <Pieces key={one.item.id} undecided={one} disabled={disabled} onDecided={onDecided} />
      ))}
      <Confirmations asks={asks} row={row} disabled={disabled} onConfirm={onConfirm} />
      <Notes texts={warnings.map(({ message }) => message)} tone="warn" />
      <SentOfOrder row={row} onSettled={onDecided} />
      {pushed > 0 && pushed < lines && (
        <p className="push-note is-plain">
          其中 {pushed} 个之前已推送，只推送余下的 {lines - pushed} 个。
        </p>
      )}
    </>
  )
}

interface PushRowProps {
  readonly row: Row
  readonly index: number
  /** Whether the order can no longer be chosen. */
  readonly disabled: boolean
  /** The callbacks must be stable, because the row is memoized. */
  readonly onChoose: (index: number, chosen: boolean) => void
  readonly onConfirm: (index: number, customizationId: number, confirmed: boolean) => void
  readonly onDecided: (index: number) => void
  readonly common: readonly string[]
}

/** One order: its checkbox, its findings and its result. */
export const PushRow = memo(({ row, index, disabled, common, onChoose, onConfirm, onDecided }: PushRowProps) => {
  const { order, push, chosen } = row
  const status = statusOf(row)
  return (
    <li className={`push-row${chosen ? ' is-chosen' : ''}`}>
      <SelectBox
        label={`推送订单 ${order.orderOriginalId}`}
        checked={chosen || push.kind === 'pushed'}
        disabled={disabled || push.kind !== 'none'}
        onChange={() => onChoose(index, !chosen)}
      />
      <div className="push-row-body">
        <div className="push-row-head">
          <span className="push-number numeric">{order.orderOriginalId}</span>
          <span className={`push-mark is-${status.tone}`}>
            {push.kind === 'pushing' && <Spin size={12} />}
            {status.text}
          </span>
        </div>
        <p className="push-text">{order.text}</p>
        <RowDetails
          row={row}
          disabled={disabled}
          common={common}
          onConfirm={(id, confirmed) => onConfirm(index, id, confirmed)}
          onDecided={() => onDecided(index)}
        />
      </div>
      {order.pictures.length > 0 && (
        <div className="push-pictures" aria-hidden="true">
          {order.pictures.slice(0, maxPictures).map((url) => (
            <Picture key={url} url={url} />
          ))}
          {order.pictures.length > maxPictures && <span className="push-more">+{order.pictures.length - maxPictures}</span>}
        </div>
      )}
    </li>
  )
})
