/**
 * The register of faults that the bridge must survive: one line per fault, with the tests that cover it. Most faults are tested with
 * both halves in memory, once with the host half as it is and once built for the bare language (see `hostBuilds`). If `chromium` is
 * set, a scenario with the fault's id also runs over the real windows of the simulator.
 */
export interface Fault {
  readonly id: string
  readonly description: string
  /** Test titles as written in the source, by file. */
  readonly tests: Readonly<Record<string, readonly string[]>>
  readonly chromium?: true
}

const calls = 'bridge/test/calls.test.ts'
const callsOnce = 'bridge/test/calls-once.test.ts'
const blobs = 'bridge/test/blobs.test.ts'
const shapes = 'bridge/test/shapes.test.ts'
const life = 'bridge/test/life.test.ts'
const restart = 'bridge/test/restart.test.ts'
const core = 'bridge/core/core.test.ts'
const channels = 'bridge/page/channels.test.ts'
const ports = 'bridge/page/ports.test.ts'
const forms = 'bridge/test/short-form.test.ts'
const session = 'bridge/test/shell-session.test.ts'
const cloud = 'bridge/test/shell-cloud.test.ts'
const machine = 'bridge/test/shell-machine.test.ts'
const shell = 'bridge/test/shell-life.test.ts'
const simulator = 'test/browser/simulator.test.ts'

export const faults: readonly Fault[] = [
  // Loss and order
  { id: 'request-lost', description: 'a request is lost', chromium: true, tests: { [calls]: ['a lost request is sent again and executed once', 'a request that never arrives ends as 千牛数据返回超时 after 2 s'] } },
  { id: 'ack-lost', description: 'an ack is lost', chromium: true, tests: { [calls]: ['a lost ack does not matter if the reply arrives'] } },
  { id: 'reply-lost', description: 'a reply is lost', chromium: true, tests: { [calls]: ['a lost quick reply comes again when the request is repeated', 'a lost slow reply is requested again by the next ping', 'a call whose reply never arrives ends at its time limit, and its effect is undone'], [simulator]: ['the reply is lost: it is asked for again and the picture is there once'] } },
  { id: 'late-reply', description: 'a reply comes after its time limit', chromium: true, tests: { [calls]: ['a reply after the time limit is dropped and the upload undone'] } },
  { id: 'duplicate-reply', description: 'a reply is doubled', chromium: true, tests: { [calls]: ['a doubled reply settles its call once'] } },
  { id: 'duplicate-request', description: 'a request is doubled', chromium: true, tests: { [calls]: ['when every frame is doubled, each call runs once and settles once'], [life]: ['a write %s does not run again after a night’s sleep'] } },
  { id: 'replies-out-of-order', description: 'replies come out of order', chromium: true, tests: { [calls]: ['100 calls at once each get their own reply, in any order'] } },
  { id: 'progress-out-of-order', description: 'progress comes out of order', chromium: true, tests: { [calls]: ['progress that arrives out of order never decreases, and none is reported after the reply'] } },
  { id: 'chunks-out-of-order', description: 'pieces come out of order', chromium: true, tests: { [blobs]: ['pieces in another order'] } },
  { id: 'progress-after-result', description: 'progress comes after the result', chromium: true, tests: { [calls]: ['progress after the reply is ignored and starts no timer'] } },
  { id: 'result-before-ack', description: 'the result comes before its ack', chromium: true, tests: { [calls]: ['a reply that arrives before its ack settles the call, and the later ack is ignored'] } },
  { id: 'chunk-lost', description: 'a piece is lost', tests: { [blobs]: ['every piece lost once', 'a file is given up when a piece is %s four times'], [simulator]: ['5 % of the frames lost, doubled and swapped: the same pictures, none twice, none orphaned'] } },
  { id: 'chunk-duplicated', description: 'a piece is doubled', chromium: true, tests: { [blobs]: ['pieces twice'] } },
  { id: 'chunk-corrupt', description: 'a piece is corrupt', chromium: true, tests: { [blobs]: ['every piece corrupt once', 'every piece no base64 once', 'every piece truncated once'] } },
  { id: 'chunk-extra', description: 'a piece too many comes', chromium: true, tests: { [blobs]: ['surplus pieces, pieces of another count and pieces of no file are counted and ignored'] } },
  { id: 'cancel-before-ack', description: 'a call is given up before its ack', chromium: true, tests: { [callsOnce]: ['a cancel that overtakes its request prevents the call from running'] } },
  { id: 'cancel-after-done', description: 'a call is given up after its end', chromium: true, tests: { [callsOnce]: ['a cancel before the call, after its end, or repeated has no effect'] } },
  { id: 'cancel-twice', description: 'a call is given up twice', chromium: true, tests: { [callsOnce]: ['a cancel before the call, after its end, or repeated has no effect'] } },
  { id: 'hundred-parallel', description: 'a hundred calls at once, after which nothing is held', chromium: true, tests: { [calls]: ['100 calls at once each get their own reply, in any order'], 'bridge/test/soak.test.ts': ['five thousand calls with every fault leave nothing behind, with a host %s'] } },
  // Shape
  { id: 'wrong-kind', description: 'a reply of another kind', chromium: true, tests: { [shapes]: ['a reply of another kind, or one that its guard refuses or throws on, is a BAD_REPLY', 'a reply that the page cannot use is cancelled at the host, which undoes the effect'] } },
  { id: 'missing-field', description: 'a frame without a field it must have', chromium: true, tests: { [shapes]: ['a message that is no frame is ignored and counted, %s', 'a reply of %s with the value %o is 返回数据发生错误'] } },
  { id: 'no-object', description: 'null, a number, a text, a list, JSON in JSON', chromium: true, tests: { [shapes]: ['a message that is no frame is ignored and counted, %s'] } },
  { id: 'event-shape', description: 'an event as e.detail, .value, .data or a text', tests: { [shapes]: ['a frame wrapped as %s is understood'], [shell]: ['a message is understood as %s'], [simulator]: ['a host is understood in whichever form its events come'] } },
  { id: 'truncated', description: 'JSON cut after 10 KB', chromium: true, tests: { [shapes]: ['a truncated frame is ignored, and its request is sent again'] } },
  { id: 'undefined-dropped', description: 'undefined dropped by JSON', tests: { [shapes]: ['a reply of %s with the value %o is 返回数据发生错误'] } },
  { id: 'falsy-throw', description: 'a handler throws 0, an empty text or undefined', tests: { [shapes]: ['a handler that throws %o makes the call reject'] } },
  { id: 'wordless-error', description: 'an Error without a message', tests: { [shapes]: ['a handler that throws %o makes the call reject'], [core]: ['a client’s error as %s: %o is %s'] } },
  { id: 'top-errors', description: 'a marketplace error with its code as number or text, nested, flat, as JSON in a message, or as none', tests: { [core]: ['a client’s error as %s: %o is %s', 'fromClient accepts any thrown value without throwing'] } },
  { id: 'prototype-key', description: 'a __proto__ key', chromium: true, tests: { [shapes]: ['a message that is no frame is ignored and counted, %s', 'a call of a method that is not on the list is refused: %s'] } },
  { id: 'too-large', description: 'a frame of 3 MB is refused before it is sent', chromium: true, tests: { [shapes]: ['a request of %s is refused before it is sent', 'a reply that is too large for the channel rejects instead of being lost'] } },
  { id: 'escaping-growth', description: 'SVG and JSON in JSON grow on the wire', tests: { [core]: ['wireSize is at least the size after nested stringification and at most half as much again'] } },
  // Identity
  { id: 'unknown-id', description: 'an answer to a call nobody made', chromium: true, tests: { [shapes]: ['a reply with an unknown call id is counted and ignored'] } },
  { id: 'stale-sid', description: 'a frame for the page before this one', chromium: true, tests: { [shapes]: ['a frame with %s is ignored'], [life]: ['frames of a former page mean nothing to the next'] } },
  { id: 'stale-hid', description: 'a frame of or for the host before this one', chromium: true, tests: { [shapes]: ['a frame with %s is ignored'], [restart]: ['a late welcome of the former host does not keep the page from the present host'] } },
  { id: 'nonce', description: 'a wrong nonce, or none', chromium: true, tests: { [shapes]: ['a frame with %s is ignored', 'a forged reply with %o settles no call'] } },
  { id: 'foreign-window', description: 'a message of another origin or window', chromium: true, tests: { [channels]: ['the window channel of the %s accepts one window with one origin and counts the rest'] } },
  { id: 'other-library', description: 'another library’s message in the slot', chromium: true, tests: { [channels]: ['the slot channel passes messages that are not frames to the slot’s previous handler'] } },
  { id: 'slot-overwritten', description: 'another script overwrites my.onMessage', chromium: true, tests: { [channels]: ['the next send takes the slot back from another script, which still gets its own messages'] } },
  { id: 'not-allowed', description: 'a method that is not on the allow-list', chromium: true, tests: { [shapes]: ['a call of a method that is not on the list is refused: %s'], [session]: ['a marketplace call that is not on the allow-list is never sent'] } },
  // Life
  { id: 'before-ready', description: 'a call before there is a host', chromium: true, tests: { [calls]: ['a call made before a host exists waits and is sent once there is one'] } },
  { id: 'welcome-in-time', description: 'a welcome just in time', chromium: true, tests: { [life]: ['a welcome after %i ms is %s'] } },
  { id: 'welcome-too-late', description: 'a welcome just too late', chromium: true, tests: { [life]: ['a welcome after %i ms is %s'] } },
  { id: 'welcome-twice', description: 'a welcome twice', chromium: true, tests: { [life]: ['doubled hellos and welcomes have no effect'] } },
  { id: 'version', description: 'a version too old or too new', chromium: true, tests: { [life]: ['a host with protocol versions %o is refused with a hint to upgrade'] } },
  { id: 'host-reload', description: 'the host is reloaded at each step of an upload', tests: { [restart]: ['a host restarted while an upload is at %s leaves no picture behind, and the next upload works'], [simulator]: ['the client restarts after %s: the upload says so, nothing is left behind, the next one works'] } },
  { id: 'page-reload', description: 'the page is reloaded during an upload', chromium: true, tests: { [life]: ['uploads of a former page are undone when the next page says hello'], [shell]: ['when the page reloads %i ms into an upload, nothing is left and the new page works'] } },
  { id: 'src-change', description: 'the frame is given another address', tests: { [life]: ['when the iframe gets another address, %s, the former page’s calls are aborted and undone'] } },
  { id: 'hidden-window', description: 'a hidden window, whose timers run once a minute', tests: { [life]: ['a hidden page gets its replies as soon as they arrive', 'a hidden page does not take a lost reply for a dead host', 'a hidden page sends no pings'] } },
  { id: 'sleep', description: 'the machine sleeps, the clock jumps', tests: { [life]: ['a sleep during a call is no timeout if the host still answers', 'after a sleep the host, too, gives a call its time back', 'a write %s does not run again after a night’s sleep'], [shell]: ['the shell’s clock never goes back, even if the machine’s clock does'] } },
  { id: 'dispose', description: 'the page is closed with calls pending', chromium: true, tests: { [life]: ['dispose rejects pending calls, notifies the host and leaves nothing behind'] } },
  { id: 'port-closed', description: 'the port between the windows is closed', tests: { [ports]: ['a port that the host’s end closes is replaced by another one, and no call is lost'], 'test/browser/bridge-windows.test.ts': ['framed by a page that is its host, the plugin signs in through it, by a port, and survives the death of that port'] } },
  { id: 'port-silent', description: 'the port between the windows falls silent', tests: { [ports]: ['a port that falls silent is doubted when the first request is not acknowledged, and the call goes through', 'the reply of a call comes by another way when the port falls silent while the call runs', 'when every port of a host falls silent, its page calls it between the windows from then on'] } },
  { id: 'key-while-undone', description: 'a key comes again while its effect is undone', tests: { [callsOnce]: ['a repeated key starts only after the effect of a call that was cancelled before %s is undone', 'a repeated key of a call that failed after its effect waits until that is undone'] } },
  { id: 'key-of-another-call', description: 'a key comes again with other parameters', tests: { [callsOnce]: ['one key for calls with different parameters is refused, also when another page sends it'] } },
  { id: 'other-form', description: 'a frame in the form of the other version', tests: { [forms]: ['in a session of protocol $proto a $form frame with the right nonce is ignored', 'a repeated hello with another range does not change the form of a running session'] } },
  // Platform
  { id: 'session-once', description: '26, 27, 53 or 904 once, then fine', tests: { [session]: ['an expired session with code %j is renewed once and the read repeated', 'an expired session never repeats a write, and the seller’s next try succeeds'] } },
  { id: 'session-for-ever', description: '26, 27, 53 or 904 for ever', tests: { [session]: ['a session that stays expired is renewed once, then calls end with 请重新授权 without a dialog each'] } },
  { id: 'session-together', description: 'two calls find the session over: one renewal', tests: { [session]: ['an expired session is renewed once for all waiting calls'] } },
  { id: 'permission', description: '11, a permission package is missing', tests: { [session]: ['the marketplace’s error %j becomes %s, and the call is made once'] } },
  { id: 'sub-account', description: 'a sub-account without the right', tests: { [session]: ['a sub-account without the right sees 该子帐号无此操作权限 and the guide: %j', 'the marketplace’s error %j becomes %s, and the call is made once'] } },
  { id: 'upload-steps', description: 'the store config, the transfer or the file save fails', tests: { [cloud]: ['an upload that fails at %s says so and leaves no file'] } },
  { id: 'delete-absent', description: 'a file is deleted that is gone already', tests: { [cloud]: ['a file that does not exist, reported %s, counts as deleted'] } },
  { id: 'delete-seller-space', description: 'a file of the seller’s own space is deleted', tests: { [cloud]: ['cloud.delete refuses %j', 'a refusal to delete a file is passed on'] } },
  { id: 'upload-no-json', description: 'uploadFile answers something else than JSON', tests: { [cloud]: ['an upload answered with something other than JSON is registered by its key and then refused'] } },
  { id: 'download-fails', description: 'downloadFile fails with 12, 13 or 20', tests: { [machine]: ['a download that fails with %i before a save is reported as a download and saves nothing'] } },
  { id: 'dialog-cancelled', description: 'the seller closes the save dialog', tests: { [machine]: ['the error %j means that the seller closed the save dialog'] } },
  { id: 'dialog-open', description: 'the seller leaves the save dialog open for ten minutes', tests: { [machine]: ['the save dialog may stay open for ten minutes'], 'bridge/test/time-limits.test.ts': ['a save dialog may stay open for half an hour while the host reports progress'] } },
  { id: 'disk-full', description: 'the disk is full', tests: { [machine]: ['a full disk is reported before the save dialog opens, and no partial file is left', 'the error %j of a save becomes DISK'] } },
  { id: 'can-i-use', description: 'canIUse says no', tests: { [cloud]: ['a method whose function canIUse denies is not offered, although the function exists'] } },
  { id: 'foreign-client', description: 'my is there, but of Alipay or DingTalk', tests: { [life]: ['no welcome inside another client means 当前可能不是千牛环境'], [simulator]: ['… and 当前可能不是千牛环境 inside another program'] } },
  { id: 'no-client', description: 'my is not there', tests: { [life]: ['without a channel every call rejects at once'] } },
  { id: 'bare-host', description: 'a host without globalThis, crypto and window', tests: { 'bridge/test/bare-host.test.ts': ['the host half works where only the language itself is available'], [shell]: ['the built scripts work where no other names exist'] } },
  { id: 'engine-floor', description: 'syntax and calls newer than the engine floor', tests: { 'test/bundle-check.test.ts': ['the engine floor check finds %s', 'the engine floor check finds newer style rules'], [shell]: ['the built scripts are ES2017 and use only the language and the client’s own names'] } },
  { id: 'older-shell', description: 'a shell of an older dialect', tests: { 'bridge/test/legacy.test.ts': ['an older shell refuses %s with a text that advises the upgrade'], 'test/browser/bridge-faults.test.ts': ['before an older shell a page without network signs in and reads its lists all the same'] } },
  // Fixtures
  { id: 'fixture-unmatched', description: 'a call no record answers', tests: { 'adapters/mock/mock-platform.test.ts': ['the error of an unknown call names the nearest entry and each different field'] } },
  { id: 'fixture-exhausted', description: 'a call more often than it was recorded', tests: { 'adapters/mock/mock-platform.test.ts': ['the mock platform answers the same call in the recorded order until it is exhausted'] } },
  { id: 'fixture-unused', description: 'a record nobody asked for', tests: { 'adapters/mock/mock-platform.test.ts': ['verify reports unused entries, except those for any number of calls'] } },
  { id: 'fixture-secret', description: 'a secret in a record', tests: { 'adapters/cassette/secrets.test.ts': ['the fixture %s contains no secret'] } },
  { id: 'fixture-volatile', description: 'a field that changes every time', tests: { 'adapters/mock/player.test.ts': ['a call with a changed volatile field still finds its entry, with another field it does not'] } },
  { id: 'fixture-secret-name', description: 'a secret as the name of a field in a record', tests: { 'adapters/cassette/redact-forms.test.ts': ['redact removes %s'], 'adapters/cassette/secrets.test.ts': ['findSecrets finds %s as the name of a field'] } },
  { id: 'record-in-ci', description: 'recording asked for by a machine', tests: { 'adapters/record/permission.test.ts': ['recording is refused if a program drives the page, as in CI, on every platform'] } },
] // biome-ignore format: one fault a line

export const chromiumFaults = faults.filter(({ chromium }) => chromium)
