// @ts-check
// Preloaded in a child process. Stops the child when its parent exits, even after SIGKILL: the pipe on stdin
// then closes.
// What the child forks has another stdin, or none, and must not inherit this argument.
const at = process.execArgv.indexOf(import.meta.url);
if (at > 0) process.execArgv.splice(at - 1, 2);
const leave = () => {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.exit(1), 9000).unref();
};
process.stdin.once('end', leave).once('error', leave).resume();
// The open pipe must not keep a finished program running. Only a pipe has the method `unref`.
if ('unref' in process.stdin) process.stdin.unref();
