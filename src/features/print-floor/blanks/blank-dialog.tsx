import { Form, InputNumber } from '@arco-design/web-react'
import { useRef } from 'react'
import { randomHex } from '../../../../contract/ground/hex'
import { caseNameOf } from '../../../../contract/rules/case-names'
import type { Blank } from '../../../../contract/types'
import { useApi } from '../../../api/services'
import { FormDialog } from '../../../ui/form-dialog'
import type { DialogProps } from '../../../ui/lazy-dialog'
import { toastSuccess } from '../../../ui/toast'
import { useValueWhileClosing } from '../../../ui/use-value-while-closing'
import { OneChoice } from '../choice'
import { useCases } from '../use-cases'
import { useFloorChange } from '../use-floor-change'

interface BlankDialogProps extends DialogProps {
  /** The row that is counted (`set`) or gets more (`add`); null: a case is chosen from the catalogue. */
  readonly changed: { readonly blank: Blank; readonly kind: 'set' | 'add' } | null
}

interface Values {
  readonly phoneModelId: number
  readonly materialColorId: number
  readonly quantity: number
  readonly warnBelow?: number
}

/** 添加空壳, 盘点 and 入库. */
export default function BlankDialog({ visible, onClose, changed: given }: BlankDialogProps) {
  const api = useApi()
  const change = useFloorChange()
  const cases = useCases(visible)
  const changed = useValueWhileClosing(visible, given)
  /** The same arrival again after a lost answer is added once. */
  const sent = useRef({ text: '', key: '' })
  const isAdding = changed?.kind === 'add'
  const name = changed === null ? '' : caseNameOf(changed.blank)
  const save = async ({ quantity, warnBelow = 0, ...chosen }: Values) => {
    const { phoneModelId, materialColorId } = changed?.blank ?? chosen
    const ids = { phoneModelId, materialColorId }
    const body = { ...ids, change: { kind: changed?.kind ?? 'set', quantity } }
    const text = JSON.stringify(body)
    if (sent.current.text !== text) sent.current = { text, key: randomHex() }
    const stored = await api.blanks.change({ body }, { quiet: true, idempotencyKey: sent.current.key })
    sent.current = { text: '', key: '' }
    if (!isAdding && stored.warnBelow !== warnBelow) {
      await api.blanks.change({ body: { ...ids, change: { kind: 'warn', below: warnBelow } } }, { quiet: true })
    }
    await change()
    toastSuccess(`${caseNameOf(stored)}：现有 ${stored.quantity ?? 0} 个`)
  }
  const required = (message: string) => [{ required: true, message }]
  return (
    <FormDialog<Values>
      visible={visible}
      title={changed === null ? '添加空壳' : isAdding ? `入库「${name}」` : `盘点「${name}」`}
      subject={changed === null ? 'new' : `${changed.kind} ${changed.blank.phoneModelId} ${changed.blank.materialColorId}`}
      okText={changed === null ? '添加' : isAdding ? '入库' : '保存'}
      initialValues={
        changed === null || isAdding
          ? { warnBelow: 0 }
          : {
              warnBelow: changed.blank.warnBelow,
              ...(changed.blank.quantity !== null && { quantity: changed.blank.quantity }),
            }
      }
      fields={['phoneModelId', 'materialColorId', 'quantity', 'warnBelow']}
      save={save}
      onClose={onClose}
    >
      {() => (
        <>
          {changed === null && (
            <>
              <Form.Item label="型号" field="phoneModelId" rules={required('请选择型号')}>
                <OneChoice label="型号" placeholder="请选择型号" items={cases.models} />
              </Form.Item>
              <Form.Item label="材质与颜色" field="materialColorId" rules={required('请选择材质与颜色')}>
                <OneChoice label="材质与颜色" placeholder="请选择材质与颜色" items={cases.colors} />
              </Form.Item>
            </>
          )}
          <Form.Item
            label={isAdding ? '入库几个' : '现有几个'}
            field="quantity"
            rules={required('请填写数量')}
            extra={
              isAdding && changed !== null
                ? `现有 ${changed.blank.quantity ?? 0} 个；填负数就是拿走。`
                : '数一数架子上的，不算已经打好的。'
            }
          >
            <InputNumber
              aria-label={isAdding ? '入库几个' : '现有几个'}
              suffix="个"
              precision={0}
              min={-1_000_000}
              max={1_000_000}
              autoFocus={changed !== null}
            />
          </Form.Item>
          {!isAdding && (
            <Form.Item label="打完还剩少于几个时提醒" field="warnBelow" extra="0 表示不够用时才提醒。">
              <InputNumber aria-label="少于几个时提醒" suffix="个" precision={0} min={0} max={1_000_000} />
            </Form.Item>
          )}
        </>
      )}
    </FormDialog>
  )
}
