/** Program of the image of the example's components. */
import { answerAsComponent } from './answer.ts';

await answerAsComponent(process.env);
