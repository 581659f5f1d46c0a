import { Button, Spin } from '@arco-design/web-react'
import { useEffect, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { Link, useLocation } from 'wouter'
import { type Question, questions, type SelfTestReport } from '../../../adapters/diagnosis/report'
import { randomHex } from '../../../contract/ground/hex'
import { usePlatform } from '../../api/services'
import { screens } from '../../base/paths'
import { Page } from '../../ui/page'
import { useScreenParams } from '../../ui/use-list-query'
import { buildReport } from './build-report'
import { storeDraft, takeDraft } from './draft'
import { ReportPanel } from './report-panel'
import type { Outcome } from './run-step'
import { SavingWays } from './saving-ways'
import { createSelfTestRun, type SelfTestRun } from './self-test-run'
import { StepRow, stateNames } from './step-row'
import './self-test.css'

const { path } = screens.selfTest
const intro =
  '在真实的千牛客户端里量一量公开资料没有写明的九件事，把报告发给客服，或者直接采用：插件会按量到的大小分片、按能用的方式上传和保存。上传的自检图片会当场删除。'
const savingTitle = '哪种方式能把文件保存到电脑'

/** The self-test of this page load, with results of the load before it; null until those are read. */
function useSelfTestRun(): { readonly selfTestRun: SelfTestRun; readonly visit: string } | null {
  const platform = usePlatform()
  const params = useScreenParams(screens.selfTest)
  const [, navigate] = useLocation()
  const [expected] = useState(() => params.get('visit') || null)
  const [visit] = useState(() => randomHex(8))
  const [selfTestRun, setSelfTestRun] = useState<SelfTestRun | null>(null)
  useEffect(() => {
    let current = true
    void takeDraft(platform).then((draft) => {
      if (!current) return
      const newRun = createSelfTestRun(platform, { visit, expected }, expected === null ? null : draft)
      setSelfTestRun(newRun)
      if (expected === null) return
      // Remove it from the address: a later visit would look for markers of a load long ago.
      navigate(path, { replace: true })
      void newRun.run('storage')
    })
    return () => {
      current = false
    }
  }, [platform, visit, expected, navigate])
  return useMemo(() => selfTestRun && { selfTestRun, visit }, [selfTestRun, visit])
}

/** The report of what is known now; null while nothing is. */
function useReport(outcomes: Readonly<Partial<Record<Question, Outcome>>>): SelfTestReport | null {
  const platform = usePlatform()
  const [report, setReport] = useState<SelfTestReport | null>(null)
  useEffect(() => {
    let current = true
    if (Object.keys(outcomes).length > 0) {
      void buildReport(platform, outcomes, new Date()).then((next) => current && setReport(next))
    }
    return () => {
      current = false
    }
  }, [platform, outcomes])
  return report
}

function Steps({ selfTestRun, visit }: { readonly selfTestRun: SelfTestRun; readonly visit: string }) {
  const platform = usePlatform()
  const { outcomes, running, all, ways } = useSnapshot(selfTestRun.state)
  const known = outcomes as Readonly<Partial<Record<Question, Outcome>>>
  const report = useReport(known)
  const busy = running !== null || all
  const count = (state: Outcome['state']) => Object.values(known).filter((outcome) => outcome?.state === state).length
  const reload = async () => {
    await storeDraft(platform, selfTestRun.draft())
    const here = new URL(location.href)
    if (here.hash.startsWith('#/')) here.hash = `#${screens.selfTest({ visit })}`
    else here.search = screens.selfTest({ visit }).slice(path.length)
    history.replaceState(null, '', here.href)
    location.reload()
  }
  return (
    <Page
      title="自检"
      primary={
        busy ? (
          <Button onClick={selfTestRun.stop}>停止</Button>
        ) : (
          <Button type="primary" onClick={() => void selfTestRun.runAll()}>
            全部测一遍
          </Button>
        )
      }
    >
      <p className="self-test-intro">{intro}</p>
      <p className="self-test-count" role="status">
        {running !== null
          ? `正在测：${selfTestRun.steps.find((step) => step.question === running)?.title ?? ''}`
          : `${stateNames.passed} ${count('passed')}，${stateNames.failed} ${count('failed')}，${stateNames.skipped} ${count('skipped')}，${stateNames.open} ${questions.length - count('passed') - count('failed') - count('skipped')}`}
      </p>
      <ol className="self-test-steps">
        {questions.map((question, index) => {
          const step = selfTestRun.steps.find((one) => one.question === question)
          const outcome = known[question]
          return (
            <StepRow
              key={question}
              number={index + 1}
              title={step?.title ?? savingTitle}
              outcome={outcome}
              running={running === question}
              busy={busy}
              {...(step && { onRun: () => void selfTestRun.run(question) })}
            >
              {question === 'saving' && (
                <SavingWays ways={ways} onTry={(way) => void selfTestRun.try(way)} onAnswer={selfTestRun.answer} />
              )}
              {question === 'storage' && outcome?.state === 'open' && (
                <Button size="small" type="primary" disabled={busy} onClick={() => void reload()}>
                  刷新页面再读
                </Button>
              )}
            </StepRow>
          )
        })}
      </ol>
      <ReportPanel platform={platform} report={report} />
    </Page>
  )
}

/** /app/self_test: measures what only a real client can tell. Works also without an account. */
export default function SelfTestScreen({ signedIn = true }: { readonly signedIn?: boolean }) {
  const loaded = useSelfTestRun()
  return (
    <div className={signedIn ? 'self-test' : 'self-test self-test-alone'}>
      {!signedIn && (
        <p>
          <Link href="/login">返回登录</Link>
        </p>
      )}
      {loaded === null ? (
        <div className="screen-loading" role="status" aria-label="正在加载">
          <Spin />
        </div>
      ) : (
        <Steps {...loaded} />
      )}
    </div>
  )
}
