import './sent-lines.css'
import { Button } from '@arco-design/web-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PushLineStateName } from '../../contract/constants'
import type { PushLine } from '../../contract/types'
import { orderKeys, pushLinesQuery } from '../api/queries/orders'
import { printFloorKeys } from '../api/queries/print-floor'
import { useApi } from '../api/services'
import { usePermissions } from '../api/use-permissions'
import { beijingMinute } from '../base/beijing-time'
import { confirm, showMessage } from '../ui/confirm'
import { toastSuccess } from '../ui/toast'

const stateNames: Readonly<Record<PushLineStateName, string>> = {
  pushing: '推送中',
  unsure: '不确定工厂是否收到',
  pushed: '已推送',
  refused: '工厂没有接单',
  cancelled: '工厂没有生产',
}
const isSettleable = ({ state }: PushLine): boolean => state === 'unsure' || state === 'pushed'

interface SentLinesProps {
  readonly customizationIds: readonly number[]
  /** The seller's name of a customization. */
  readonly nameOf: (customizationId: number) => string
  /** Show only lines that keep their customization from being pushed to another factory. */
  readonly onlyOpen?: boolean
  /** The text above the list: it is not repeated in the list. */
  readonly saidAbove?: string
  /** Called when a line was settled: checks are outdated. */
  readonly onSettled?: () => void
}

/**
 * Lists what was sent to factories, each with the factory's words, and lets the seller settle what a factory cancelled or may not have.
 * Shows nothing while it is unknown or when nothing was sent.
 */
export function SentLines({ customizationIds, nameOf, onlyOpen = false, saidAbove = '', onSettled }: SentLinesProps) {
  const api = useApi()
  const lines = useQuery(pushLinesQuery(api, customizationIds))
  const maySettle = usePermissions().may(['factory'])
  const shown = (lines.data ?? []).filter((line) => !onlyOpen || isSettleable(line))
  if (shown.length === 0) return null
  return (
    <ul className="sent-lines" aria-label="在工厂的情况">
      {shown.map((line) => (
        <SentLine
          key={line.customizationId}
          line={line}
          name={nameOf(line.customizationId)}
          maySettle={maySettle}
          saidAbove={saidAbove}
          {...(onSettled && { onSettled })}
        />
      ))}
    </ul>
  )
}

interface SentLineProps extends Pick<SentLinesProps, 'onSettled'> {
  readonly line: PushLine
  readonly name: string
  readonly maySettle: boolean
  readonly saidAbove: string
}

function SentLine({ line, name, maySettle, saidAbove, onSettled }: SentLineProps) {
  const api = useApi()
  const queries = useQueryClient()
  const { customizationId, state, factoryName, factoryOrderId, quantity, message, own, cancelRefusal, at } = line
  const settle = useMutation({
    mutationFn: (saidBy: 'factory' | 'seller') => api.pushes.settle({ body: { customizationId, saidBy } }),
    onSuccess: async () => {
      onSettled?.()
      await queries.invalidateQueries({ queryKey: orderKeys.all })
    },
  })
  const isOnFloor = own && state === 'pushed'
  const withdraw = useMutation({
    mutationFn: () => api.pushes.cancel({ body: { customizationIds: [customizationId] } }),
    onSuccess: async () => {
      onSettled?.()
      await queries.invalidateQueries({ queryKey: orderKeys.all })
      await queries.invalidateQueries({ queryKey: printFloorKeys.all })
    },
  })
  const takeBack = () =>
    confirm({
      title: '不打印这一单？',
      content: '打印车间里还没打印的会取消，之后可以再推送，也可以推送到其他工厂，不另扣点。已经打印的不能取消。',
      okText: '不打印了',
      danger: true,
      onOk: async () => {
        const [answer] = await withdraw.mutateAsync()
        if (answer?.outcome === 'cancelled') toastSuccess('已取消打印')
        else void showMessage('没有取消', answer?.message ?? '')
      },
    })
  const ask = () => settle.mutate('factory', { onSuccess: (found) => void showMessage('工厂的回答', found.message) })
  const say = () =>
    confirm({
      title: `工厂“${factoryName}”没有生产这一单？`,
      content:
        state === 'pushed'
          ? '请先向工厂确认已经取消。确认后这一件可以再推送，也可以推送到其他工厂，不另扣点；如果工厂仍在生产，会做两件。'
          : '请先向工厂确认那边没有这一单。确认后这一件可以再推送，也可以推送到其他工厂，不另扣点；如果工厂其实收到了，推送到其他工厂会做两件。',
      okText: '工厂已确认，没有生产',
      danger: true,
      onOk: () => settle.mutateAsync('seller').then((settled) => toastSuccess(settled.message)),
    })
  const facts = [
    own && state === 'cancelled' ? '没有打印' : stateNames[state],
    factoryName,
    factoryOrderId === null ? null : `${own ? '件码' : '工厂订单号'} ${factoryOrderId}${own && quantity > 1 ? ' 等' : ''}`,
    `${quantity} 件`,
    beijingMinute(at),
  ]
  return (
    <li className="sent-line">
      <span className="sent-line-name">{name}</span>
      <span className="sent-line-facts numeric">{facts.filter(Boolean).join(' · ')}</span>
      {message !== null && !saidAbove.includes(message) && (
        <span className={`sent-line-words${state === 'pushed' ? '' : ' is-problem'}`}>
          {state !== 'pushed' ? message : `${own ? '打印车间' : '工厂的状态'}：${message}`}
        </span>
      )}
      {isOnFloor && cancelRefusal !== null && <span className="sent-line-words">不能取消打印：{cancelRefusal}</span>}
      {maySettle && isOnFloor && cancelRefusal === null && (
        <span className="sent-line-actions">
          <Button size="mini" loading={withdraw.isPending} onClick={() => void takeBack()}>
            不打印了
          </Button>
        </span>
      )}
      {maySettle && isSettleable(line) && !isOnFloor && (
        <span className="sent-line-actions">
          <Button size="mini" loading={settle.isPending} onClick={ask}>
            向工厂查询
          </Button>
          <Button size="mini" disabled={settle.isPending} onClick={() => void say()}>
            工厂没有生产这一单
          </Button>
        </span>
      )}
    </li>
  )
}
