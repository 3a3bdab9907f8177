import { forgetPersonalAnswers } from '@/components/registration/forget-personal-answers';
import { runProgress } from '@/components/shell/run-progress';
import { watchMenu } from '@/components/shell/watch-menu';
import { keepInvitation } from './invitation';
import { keepPlaceAcrossLanguages } from './language';
import { traceWhenIdle } from './trace';
import { watchVisitor } from './visitor';

/*
 * The only script of the public pages, which have no framework JavaScript. Every page also works without this
 * script.
 */

const { signal } = new AbortController();
const bar = document.querySelector<HTMLElement>('[data-progress]');

watchMenu(signal);
keepPlaceAcrossLanguages(signal);
runProgress((running) => bar?.toggleAttribute('data-running', running), signal);
forgetPersonalAnswers(signal);
keepInvitation();
watchVisitor(signal);
traceWhenIdle();
