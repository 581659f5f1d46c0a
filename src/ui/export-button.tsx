import { Button } from '@arco-design/web-react'
import { IconDownload } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { csvFile } from '../base/csv'
import { tell } from './confirm'
import { FailureText } from './failure-view'
import { toastSuccess } from './toast'
import { useOneAtATime } from './use-one-at-a-time'

type Cells = readonly (string | number)[]

interface ExportButtonProps {
  /** Of the file, without its ending: 全部型号. */
  readonly name: string
  /** The head first; read when it is pressed, so that nothing is left out that is not on screen. */
  readonly read: () => Promise<readonly Cells[]>
  /** The platform's way to the seller's disk; `saved` is false when the seller cancelled. */
  readonly save: (file: { readonly name: string; readonly blob: Blob }) => Promise<{ readonly saved: boolean }>
}

/** 导出: a whole list as a table file. */
export function ExportButton({ name, read, save }: ExportButtonProps) {
  const [busy, setBusy] = useState(false)
  const run = useOneAtATime(async () => {
    setBusy(true)
    try {
      const { saved } = await save({ name: `${name}.csv`, blob: csvFile(await read()) })
      if (saved) toastSuccess('导出成功')
    } catch (error) {
      await tell('没有导出成功', <FailureText error={error} />)
    } finally {
      setBusy(false)
    }
  })
  return (
    <Button icon={<IconDownload />} loading={busy} onClick={() => run()} title={`导出${name}（CSV 表格）`}>
      导出
    </Button>
  )
}
