import 'dayjs/locale/zh-cn.js'
import { Checkbox, DatePicker, Form, InputNumber, Select } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { randomHex } from '../../../../contract/ground/hex'
import { batchText } from '../../../../contract/rules/sheet-name'
import type { Jig, PrintBatch, Printer } from '../../../../contract/types'
import { printProfilesQuery } from '../../../api/queries/print-profiles'
import { useApi } from '../../../api/services'
import { printBatchOf } from '../../../base/paths'
import { FormDialog } from '../../../ui/form-dialog'
import type { DialogProps } from '../../../ui/lazy-dialog'
import { toastSuccess } from '../../../ui/toast'
import { Choice } from '../choice'
import type { Cases } from '../use-cases'
import { useFloorChange } from '../use-floor-change'
import { type Left, PlanResult } from './plan-result'
import { freeNesting, momentOf, type PlanValues, planBody } from './plan-values'

interface PlanDialogProps extends DialogProps {
  /** The ticked pieces; empty: those of the rule. */
  readonly pieceIds: readonly number[]
  readonly printers: readonly Printer[]
  readonly jigs: readonly Jig[]
  readonly cases: Cases
  readonly onPlanned: () => void
}

const jigOptions = (jigs: readonly Jig[], printer: Printer | undefined) => [
  ...jigs.map(({ id, name, slots, widthMm, heightMm }) => ({
    value: id,
    label: `${name}（${slots.length} 个工位）`,
    disabled: printer !== undefined && (widthMm > printer.widthMm || heightMm > printer.heightMm),
  })),
  { value: freeNesting, label: '自由排版（贴纸、皮套，不用治具）' },
]

/** 排版: which pieces go on which printer and jig. */
export default function PlanDialog({ visible, onClose, pieceIds, printers, jigs, cases, onPlanned }: PlanDialogProps) {
  const api = useApi()
  const [, go] = useLocation()
  const change = useFloorChange()
  const profiles = useQuery({ ...printProfilesQuery(api), enabled: visible }).data ?? []
  const [result, setResult] = useState<{ readonly batch: PrintBatch | null; readonly left: readonly Left[] } | null>(null)
  const [made, setMade] = useState<number | null>(null)
  // The dialog closes by going back in the history, which has to come before the batch is opened.
  useEffect(() => {
    if (visible || made === null) return
    setMade(null)
    go(printBatchOf(made)())
  }, [visible, made, go])
  /** The same plan again after a lost answer is the same batch. */
  const sent = useRef({ text: '', key: '' })
  const save = async (values: PlanValues) => {
    const body = planBody(values, pieceIds)
    const text = JSON.stringify(body)
    if (sent.current.text !== text) sent.current = { text, key: randomHex() }
    const reply = await api.printBatches.plan({ body }, { quiet: true, idempotencyKey: sent.current.key })
    sent.current = { text: '', key: '' }
    await change()
    onPlanned()
    if (reply.batch === null || reply.left.length > 0) return setResult(reply)
    toastSuccess(`批次 ${batchText(reply.batch.number)}：${reply.batch.pieceCount} 件，${reply.batch.sheetCount} 版`)
    setMade(reply.batch.id)
  }
  const only = printers.length === 1 ? printers[0]?.id : undefined
  const isRule = pieceIds.length === 0
  return (
    <>
      <FormDialog<PlanValues>
        visible={visible}
        title={isRule ? '排版' : `排版勾选的 ${pieceIds.length} 件`}
        subject={isRule ? 'rule' : 'ticked'}
        okText="排版"
        initialValues={{
          ...(only !== undefined && { printerId: only }),
          ...(jigs.length === 1 && jigs[0] && { jigId: jigs[0].id }),
          ...{ minFill: 0, marks: false, gapMm: 3, marginMm: 5, phoneModelIds: [], materialIds: [], materialColorIds: [] },
        }}
        fields={['printerId', 'jigId', 'profileId', 'minFill']}
        save={save}
        onClose={onClose}
        width={560}
      >
        {() => (
          <>
            <Form.Item label="打印机" field="printerId" rules={[{ required: true, message: '请选择打印机' }]}>
              <Select
                aria-label="打印机"
                placeholder="请选择打印机"
                options={printers.map(({ id, name, widthMm, heightMm }) => ({
                  value: id,
                  label: `${name}（${widthMm} × ${heightMm} mm）`,
                }))}
              />
            </Form.Item>
            <Form.Item noStyle shouldUpdate>
              {(values: Partial<PlanValues>) => {
                const printer = printers.find(({ id }) => id === values.printerId)
                return (
                  <>
                    <Form.Item
                      label="治具"
                      field="jigId"
                      rules={[{ required: true, message: '请选择治具，或自由排版' }]}
                      extra={
                        printer &&
                        jigs.some((jig) => jig.widthMm > printer.widthMm || jig.heightMm > printer.heightMm) &&
                        '比台面大的治具不能选。'
                      }
                    >
                      <Select aria-label="治具" placeholder="请选择治具" options={jigOptions(jigs, printer)} />
                    </Form.Item>
                    {printer?.profileId === null && (
                      <Form.Item
                        label="打印配置"
                        field="profileId"
                        rules={[{ required: true, message: '这台打印机还没有打印配置，请选择' }]}
                        extra="这台打印机没有设置打印配置，只用于这一批；在“打印机与治具”里设置后就不用每次选。"
                      >
                        <Select
                          aria-label="打印配置"
                          placeholder="请选择打印配置"
                          options={profiles.map(({ id, name }) => ({ value: id, label: name }))}
                        />
                      </Form.Item>
                    )}
                    {values.jigId === freeNesting && (
                      <div className="floor-row">
                        <Form.Item label="图之间留" field="gapMm">
                          <InputNumber aria-label="图之间留" suffix="mm" min={0} max={50} step={0.5} />
                        </Form.Item>
                        <Form.Item label="台面四边留" field="marginMm">
                          <InputNumber aria-label="台面四边留" suffix="mm" min={0} max={100} />
                        </Form.Item>
                      </div>
                    )}
                  </>
                )
              }}
            </Form.Item>
            {isRule && (
              <>
                <Form.Item label="只排这些型号" field="phoneModelIds">
                  <Choosing label="只排这些型号" placeholder="全部型号" items={cases.models} />
                </Form.Item>
                <div className="floor-row">
                  <Form.Item label="只排这些材质" field="materialIds">
                    <Choosing label="只排这些材质" placeholder="全部材质" items={cases.materials} />
                  </Form.Item>
                  <Form.Item label="只排这些颜色" field="materialColorIds">
                    <Choosing label="只排这些颜色" placeholder="全部颜色" items={cases.colors} />
                  </Form.Item>
                </div>
              </>
            )}
            <div className="floor-row">
              {isRule && (
                <Form.Item
                  label="截止时间"
                  field="before"
                  extra="只排这之前推送的，北京时间；不填就全部。"
                  rules={[
                    {
                      validator: (text: string | undefined, fail) =>
                        fail(text && momentOf(text) === null ? '请填写日期和时间' : undefined),
                    },
                  ]}
                >
                  <DatePicker
                    showTime={{ format: 'HH:mm' }}
                    format="YYYY-MM-DD HH:mm"
                    allowClear
                    placeholder="不限"
                    inputProps={{ 'aria-label': '截止时间' }}
                  />
                </Form.Item>
              )}
              <Form.Item label="最后一版至少满" field="minFill" extra="不够满的留给下一批，0 表示不管满不满。">
                <InputNumber aria-label="最后一版至少满" suffix="%" min={0} max={100} precision={0} />
              </Form.Item>
            </div>
            <Form.Item field="marks" triggerPropName="checked">
              <Checkbox>在废边打件码（每件图旁边有空位时，印一个 6 mm 的二维码和编号）</Checkbox>
            </Form.Item>
          </>
        )}
      </FormDialog>
      <PlanResult result={result} onClose={() => setResult(null)} onOpen={(id) => go(printBatchOf(id)())} />
    </>
  )
}

interface ChoosingProps {
  readonly label: string
  readonly placeholder: string
  readonly items: Cases['models']
  readonly value?: readonly number[]
  readonly onChange?: (ids: number[]) => void
}

/** The choice as a control of a form. */
function Choosing({ value = [], onChange, ...parts }: ChoosingProps) {
  return <Choice {...parts} chosen={value} onChange={(ids) => onChange?.(ids)} />
}
