import { Button } from '@arco-design/web-react'
import { IconDownload } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { csvFile } from '../base/csv'
import { showMessage } from './confirm'
import { FailureText } from './failure-view'
import { toastSuccess } from './toast'
import { useOneAtATime } from './use-one-at-a-time'

type Cells = readonly (string | number)[]

interface ExportButtonProps {
  /** File name without its ending: 全部型号. */
  readonly name: string
  /** Reads the rows, heading first; called on click, so that rows that are not on screen are included. */
  readonly read: () => Promise<readonly Cells[]>
  /** Saves the file through the platform; `saved` is false when the seller cancelled. */
  readonly save: (file: { readonly name: string; readonly blob: Blob }) => Promise<{ readonly saved: boolean }>
}

/** The button 导出, which saves a whole list as a table file. */
export function ExportButton({ name, read, save }: ExportButtonProps) {
  const [busy, setBusy] = useState(false)
  const run = useOneAtATime(async () => {
    setBusy(true)
    try {
      const { saved } = await save({ name: `${name}.csv`, blob: csvFile(await read()) })
      if (saved) toastSuccess('导出成功')
    } catch (error) {
      await showMessage('没有导出成功', <FailureText error={error} />)
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
