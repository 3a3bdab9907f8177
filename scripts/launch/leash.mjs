// @ts-check
// Preloaded into children: when the starter dies, even by SIGKILL, the pipe on stdin closes and the child goes too.
const leave = () => {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.exit(1), 9000).unref();
};
process.stdin.once('end', leave).once('error', leave).resume();
// Only the pipe has an `unref`: it must not keep a finished program running.
if ('unref' in process.stdin) process.stdin.unref();
