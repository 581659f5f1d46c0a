import { Alert, Button, Input } from '@arco-design/web-react'
import { useEffect, useRef, useState } from 'react'
import { type ChosenLimits, savingWays } from '../../../adapters/diagnosis/limits'
import { readReport, reportText, type SelfTestReport } from '../../../adapters/diagnosis/report'
import type { Diagnosis } from '../../../adapters/diagnosis/types'
import type { Platform } from '../../../adapters/platform'
import { messageOf } from '../../../contract/ground/thrown'
import { bytesText } from '../../../contract/rules/sizes'
import { CopyButton } from '../../ui/copy-button'
import { FailureText } from '../../ui/failure-view'
import { toastSuccess } from '../../ui/toast'
import { reportName } from './build-report'
import { wayNames } from './measure/saving'

const reasonTexts: Readonly<Record<ChosenLimits['why'], string>> = {
  measured: '',
  none: '没有自检报告，按外壳自己说的',
  unreadable: '存着的报告读不懂，按外壳自己说的',
  'other-client': '报告是别的千牛版本的，按外壳自己说的',
  'not-qianniu': '报告不是在千牛里测的，按外壳自己说的',
}

const sourceText = ({ why, madeAt }: ChosenLimits): string =>
  why === 'measured' && madeAt ? `${new Date(madeAt).toLocaleString('zh-CN')} 的自检报告` : reasonTexts[why]

interface Row {
  readonly name: string
  readonly value: string
}

async function rowsOf(diagnosis: Diagnosis): Promise<readonly Row[]> {
  const chosen = diagnosis.currentLimits()
  const { limits, methods } = await diagnosis.about()
  const ways = savingWays.filter((way) => chosen.saving.includes(way) && (way !== 'client' || methods.includes('disk.save')))
  const limitText = (measuredLimit: number | undefined, announcedLimit: number) =>
    bytesText(Math.min(measuredLimit ?? announcedLimit, announcedLimit))
  const byClient = methods.includes('cloud.upload') && chosen.upload === 'client'
  return [
    { name: '依据', value: sourceText(chosen) },
    { name: '发出的消息', value: limitText(chosen.frame, limits.frame) },
    { name: '收到的消息', value: limitText(chosen.answer, limits.frame) },
    { name: '文件分片', value: limitText(chosen.chunk, limits.chunk) },
    { name: '上传图片', value: byClient ? '经千牛' : '直接传到后台' },
    { name: '保存文件', value: ways.map((way) => wayNames[way]).join('，然后') || '没有办法' },
    { name: '存储', value: methods.includes('storage.get') && chosen.storage === 'client' ? '千牛' : '页面' },
  ]
}

/** Shows the limits that the plugin uses now. */
function LimitsInUse({ diagnosis, version }: { readonly diagnosis: Diagnosis; readonly version: number }) {
  const [rows, setRows] = useState<readonly Row[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` changes when a report is applied or removed
  useEffect(() => {
    let current = true
    rowsOf(diagnosis).then(
      (next) => current && setRows(next),
      (error: unknown) => current && setRows([{ name: '依据', value: messageOf(error) }]),
    )
    return () => {
      current = false
    }
  }, [diagnosis, version])
  return (
    <dl className="self-test-limits" aria-label="正在使用的限制">
      {rows.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="numeric">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

interface ReportPanelProps {
  readonly platform: Platform
  readonly report: SelfTestReport | null
}

/** Exports the report, and imports one. */
export function ReportPanel({ platform, report }: ReportPanelProps) {
  const { diagnosis } = platform
  const [pastedText, setPastedText] = useState('')
  const [error, setError] = useState<unknown>(null)
  const [version, setVersion] = useState(0)
  const picker = useRef<HTMLInputElement>(null)

  const attempt = async (work: () => Promise<void>) => {
    setError(null)
    try {
      await work()
    } catch (cause) {
      setError(cause)
    }
    setVersion((count) => count + 1)
  }
  const applyReport = (text: string) =>
    attempt(async () => {
      if (!diagnosis) return
      const chosen = await diagnosis.applyReport(readReport(text))
      if (chosen.why !== 'measured') throw new Error(`报告已存下，但现在用不上：${reasonTexts[chosen.why]}`)
      setPastedText('')
      toastSuccess('已采用这份报告')
    })
  const save = () =>
    attempt(async () => {
      if (!report) return
      const blob = new Blob([reportText(report)], { type: 'application/json' })
      const { saved } = await platform.saveFile({ name: reportName(report), blob })
      if (saved) toastSuccess('报告已保存')
    })

  return (
    <>
      <section className="self-test-panel" aria-label="报告">
        <h2>报告</h2>
        <p className="self-test-meaning">报告里没有帐号、密钥、店铺名和文件编号，可以放心发给客服。</p>
        <div className="self-test-buttons">
          {report && (
            <CopyButton text={reportText(report)} label="复制报告" size="default">
              复制报告
            </CopyButton>
          )}
          <Button disabled={!report} onClick={() => void save()}>
            保存报告
          </Button>
          {diagnosis && (
            <Button disabled={!report} onClick={() => report && void applyReport(reportText(report))}>
              采用本次结果
            </Button>
          )}
        </div>
      </section>
      <section className="self-test-panel" aria-label="限制">
        <h2>正在使用的限制</h2>
        {diagnosis ? (
          <>
            <LimitsInUse diagnosis={diagnosis} version={version} />
            <div className="self-test-import">
              <span aria-hidden="true">导入报告</span>
              <Input.TextArea
                value={pastedText}
                onChange={setPastedText}
                autoSize={{ minRows: 2, maxRows: 6 }}
                placeholder="把报告的全文粘贴到这里，或选择导出的文件"
                aria-label="导入报告"
              />
            </div>
            <div className="self-test-buttons">
              <Button disabled={pastedText.trim() === ''} onClick={() => void applyReport(pastedText)}>
                导入并采用
              </Button>
              <Button onClick={() => picker.current?.click()}>选择文件</Button>
              <input
                ref={picker}
                type="file"
                accept=".json,application/json"
                hidden
                aria-label="报告文件"
                onChange={({ target }) => {
                  const file = target.files?.[0]
                  target.value = ''
                  if (file) void file.text().then(applyReport, setError)
                }}
              />
              {diagnosis.currentLimits().from === 'report' && (
                <Button onClick={() => void attempt(async () => void (await diagnosis.removeReport()))}>恢复默认</Button>
              )}
            </div>
          </>
        ) : (
          <p className="self-test-meaning">只有在千牛客户端里才有消息限制，这里没有可以采用的。</p>
        )}
        {error !== null && <Alert type="error" content={<FailureText error={error} />} />}
      </section>
    </>
  )
}
