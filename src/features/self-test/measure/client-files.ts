import { redactText } from '../../../../adapters/diagnosis/redact'
import { bytesText } from '../../../../contract/rules/sizes'
import { type Measurement, notApplicable, refusalOf, type Step } from '../steps'
import { noisePicture, pictureName } from './picture'

export const clientFile: Step = {
  question: 'file',
  title: '页面里的图片能不能变成客户端的文件',
  limitMs: 30_000,
  async measure(world, { signal }): Promise<Measurement> {
    const refusal = await refusalOf(world, 'diagnose.file')
    const { diagnosis } = world.platform
    if (refusal || !diagnosis) return refusal ?? notApplicable
    const blob = await noisePicture(160)
    const trial = await diagnosis.writeFile({ name: pictureName, blob }, { signal, timeoutMs: 25_000 })
    const facts = {
      written: trial.written,
      said: redactText(trial.said),
      path: redactText(trial.path),
      bytes: blob.size,
      took: Math.round(trial.ms),
    }
    if (trial.written) {
      const meaning = '可以经千牛上传和保存图片；临时文件已经删除'
      return { state: 'passed', figure: `${bytesText(blob.size)} 用时 ${facts.took} 毫秒`, meaning, facts }
    }
    const meaning = '不可以：图片改为直接传到后台，保存改用浏览器的方式；没有网络的本地页面只能从电脑选择文件'
    return { state: 'failed', figure: '不能写文件', meaning, facts }
  },
}

export const clientUpload: Step = {
  question: 'upload',
  title: '上传有没有进度，能不能中途取消',
  limitMs: 90_000,
  async measure(world, { signal, addFacts }): Promise<Measurement> {
    const refusal = await refusalOf(world, 'diagnose.upload')
    const { diagnosis } = world.platform
    if (refusal || !diagnosis) return refusal ?? notApplicable
    const blob = await noisePicture(480)
    addFacts({ arrived: false, bytes: blob.size })
    const file = { name: pictureName, blob }
    const completed = await diagnosis.uploadAndDelete(file, false, { signal, timeoutMs: 60_000 })
    addFacts({ arrived: completed.outcome === 'arrived', left: completed.left })
    const cancelled = await diagnosis.uploadAndDelete(file, true, { signal, timeoutMs: 25_000 })
    const remaining = [completed, cancelled].filter((one) => one.left)
    const facts = {
      arrived: completed.outcome === 'arrived',
      bytes: blob.size,
      took: Math.round(completed.ms),
      task: completed.task,
      canTell: completed.canTell,
      told: completed.told,
      between: completed.between,
      names: completed.names.map((name) => redactText(name)),
      canAbort: cancelled.canAbort,
      asked: cancelled.asked,
      abort: cancelled.outcome,
      left: remaining.length,
    }
    const progress =
      completed.between > 0 ? `有进度（${completed.told} 次）` : completed.canTell ? '有进度接口，但没有中途的进度' : '没有进度'
    const cancelTexts = {
      ended: '能取消，传到一半就停了',
      arrived: cancelled.asked ? '取消没有用，图片还是传到了（已删除）' : '不能取消（图片已删除）',
      silent: '取消以后没有下文，迟到的图片会自动删除',
    }
    return {
      state: 'passed',
      figure: `${progress}，${cancelled.asked ? '可以取消' : '不能取消'}`,
      meaning: `${bytesText(blob.size)} 用时 ${facts.took} 毫秒。${cancelTexts[cancelled.outcome]}`,
      facts,
      ...(remaining.length > 0 && {
        note: `有 ${remaining.length} 张自检图片没能从图片空间删除，请手动删除：${remaining.map(({ fileName }) => fileName).join('、')}`,
      }),
    }
  },
}
