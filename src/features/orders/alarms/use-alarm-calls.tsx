/** The calls behind the buttons of an alarm, each followed by reading the orders anew. */
import { useQueryClient } from '@tanstack/react-query'
import type { Alarm } from '../../../../contract/types'
import { orderKeys } from '../../../api/queries/orders'
import { useApi } from '../../../api/services'
import { confirm, showMessage } from '../../../ui/confirm'
import { toastHint, toastSuccess } from '../../../ui/toast'
import { alarmName } from './alarm-texts'
import type { Said } from './note-dialog'

export function useAlarmCalls() {
  const api = useApi()
  const queries = useQueryClient()
  const reread = () => queries.invalidateQueries({ queryKey: orderKeys.all })

  /** Asks their factories to cancel, after a question; what each answered is shown. Returns whether they were asked. */
  async function cancel(alarms: readonly Alarm[]): Promise<boolean> {
    const names = [...new Set(alarms.map(({ line }) => line?.factoryName ?? ''))].map((name) => `“${name}”`).join('、')
    return confirm({
      title: `请工厂${names}取消 ${alarms.length} 件？`,
      content: '工厂确认取消后不再生产，这些可以推送到其他工厂，不另扣点。已经开始印刷的，工厂可能不同意。',
      okText: '请工厂取消',
      danger: true,
      onOk: async () => {
        try {
          const outcomes = await api.pushes.cancel({
            body: { customizationIds: alarms.map(({ customizationId }) => customizationId) },
          })
          const cancelled = outcomes.filter(({ outcome }) => outcome === 'cancelled').length
          if (cancelled > 0) toastSuccess(`工厂取消了 ${cancelled} 件`)
          const others = outcomes.filter(({ outcome }) => outcome !== 'cancelled')
          if (others.length > 0) {
            void showMessage(
              `${others.length} 件没有取消`,
              <ul className="alarm-answers">
                {others.map(({ customizationId, message }) => {
                  const alarm = alarms.find((one) => one.customizationId === customizationId)
                  return (
                    <li key={customizationId}>
                      {alarms.length > 1 && alarm && `${alarmName(alarm)}：`}
                      {message}
                    </li>
                  )
                })}
              </ul>,
            )
          }
        } finally {
          await reread()
        }
      },
    })
  }

  async function ask({ customizationId }: Alarm): Promise<void> {
    try {
      const { message } = await api.pushes.settle({ body: { customizationId, saidBy: 'factory' } })
      void showMessage('工厂的回答', message)
    } catch {
      // The failure has its own window.
    } finally {
      await reread()
    }
  }

  /** Rejects with the failure, which the dialog shows. */
  async function say({ word, alarms }: Said, note: string): Promise<void> {
    try {
      if (word === 'keep') {
        const seen = alarms.map(({ customizationId, facts }) => ({ customizationId, facts }))
        const { acknowledged } = await api.alarms.acknowledge({ body: { alarms: seen, note } }, { quiet: true })
        const changed = alarms.length - acknowledged.length
        if (changed > 0) toastHint(`${changed} 个定制刚刚又有变化，请看过后再处理`)
        else toastSuccess('已不再提示，再有变化会重新出现')
        return
      }
      for (const { customizationId } of alarms) {
        const body = { customizationId, saidBy: 'seller', reason: word, ...(note !== '' && { note }) } as const
        await api.pushes.settle({ body }, { quiet: true })
      }
      toastSuccess('已记下，可以推送到其他工厂，不另扣点')
    } finally {
      await reread()
    }
  }

  return { cancel, ask, say, reread }
}
