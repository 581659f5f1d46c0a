import { Radio } from '@arco-design/web-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { PrintSize } from '../../contract/constants'
import type { Factory } from '../../contract/types'
import { erpKeys } from '../api/queries/erp'
import { useApi } from '../api/services'
import { FailureText } from '../ui/failure-view'
import { optionsOf } from '../ui/options'

const sizes: Readonly<Record<PrintSize, string>> = { 'true-size': '按 1:1 印刷，裁掉出血', mould: '缩放到工厂机型' }

interface PrintSizeFieldProps {
  readonly factory: Factory
  readonly disabled: boolean
  /** Called after a change, because checks made with the other size are outdated. */
  readonly onChanged: () => void
}

/** 尺寸不同时: how this factory prints a case whose mould there has another size; saved per factory. */
export function PrintSizeField({ factory, disabled, onChanged }: PrintSizeFieldProps) {
  const api = useApi()
  const queries = useQueryClient()
  const label = useId()
  const change = useMutation({
    mutationFn: (printSize: PrintSize) =>
      api.factories.update({ params: { id: factory.id }, body: { printSize } }, { quiet: true }),
    onSuccess: (changed) => {
      queries.setQueryData<readonly Factory[]>(erpKeys.factories(), (all) =>
        all?.map((one) => (one.id === changed.id ? changed : one)),
      )
      onChanged()
    },
  })
  return (
    <div className="push-factory">
      <span id={label}>尺寸不同时</span>
      <Radio.Group
        name="push-print-size"
        aria-labelledby={label}
        value={change.isPending ? change.variables : factory.printSize}
        disabled={disabled || change.isPending}
        onChange={(size: PrintSize) => change.mutate(size)}
      >
        {optionsOf(sizes).map(({ value, label: text }) => (
          <Radio key={value} value={value}>
            {text}
          </Radio>
        ))}
      </Radio.Group>
      {change.isError && (
        <span className="push-problem" role="alert">
          <FailureText error={change.error} />
        </span>
      )}
    </div>
  )
}
